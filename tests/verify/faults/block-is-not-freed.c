//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
//@ shows: valid-memcleanup]: block allocated at line 9 is not freed
// It can still be reached, and is left all the same.
#include <stdlib.h>
static int *kept;
int main(void)
{   kept = malloc(4);
    return 0; //~ violated valid-memcleanup
}
