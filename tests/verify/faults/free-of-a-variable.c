//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
//@ shows: error[valid-free]: free of `x`, which is no heap block: `free(p)`
// Only what was allocated can be freed.
#include <stdlib.h>
int main(void)
{
    int x = 0, *p = &x;
    free(p); //~ violated valid-free
    return x;
}
