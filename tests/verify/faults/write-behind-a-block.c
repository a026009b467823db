//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: error[valid-deref]: write at index 4 of the block allocated at line 9 (4 elements): `a[4] = 0`
// A block has no name; where it comes from says as much.
#include <stdlib.h>
int main(void)
{
    char *a = malloc(4);
    a[4] = 0; //~ violated valid-deref
    free(a);
    return 0;
}
