//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
//@ shows: error[valid-free]: free of byte 1 of the block allocated at line 9, not of its start: `free(p + 1)`
// A block is freed as a whole.
#include <stdlib.h>
int main(void)
{
    char *p = malloc(4);
    free(p + 1); //~ violated valid-free
    free(p);
    return 0;
}
