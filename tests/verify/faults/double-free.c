//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
//@ shows: error[valid-free]: double free: the block allocated at line 9 was freed at line 10: `free(p)`
// Both places are told.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    free(p);
    free(p); //~ violated valid-free
    return 0;
}
