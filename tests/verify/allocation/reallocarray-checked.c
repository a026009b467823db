//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The block may not be there, and is used only where it is.
#include <stdlib.h>
extern void *reallocarray(void *, size_t, size_t);
int main(void)
{
    int *p = reallocarray(0, 4, sizeof *p);
    if (p)
        p[3] = 1;
    free(p);
    return 0;
}
