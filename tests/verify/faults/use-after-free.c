//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: error[valid-deref]: use after free: `*p` reads the block allocated at line 9 that was freed at line 11
// The message says which block it was and where it went.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p; //~ violated valid-deref
}
