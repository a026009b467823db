//@ run: verify %s --property valid-memtrack
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ shows: block allocated at line 9 is lost at line 11
// That blocks can be reached is asked later than where the last pointer goes.
#include <stdlib.h>
int main(void)
{
    char *a = malloc(3);
    a[0] = 'x';
    a = malloc(4);
    free(a);
    return 0; //~ violated valid-memtrack
}
