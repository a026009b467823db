//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: fails
//@ verdict: false(valid-deref)
// The block may not be there, and nobody looks.
#include <stdlib.h>
extern void *reallocarray(void *, size_t, size_t);
int main(void)
{
    int *p = reallocarray(0, 4, sizeof *p);
    p[3] = 1; //~ violated valid-deref
    free(p);
    return 0;
}
