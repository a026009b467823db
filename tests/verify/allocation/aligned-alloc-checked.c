//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The block may not be there, and is used only where it is.
#include <stdlib.h>
int main(void)
{
    int *p = aligned_alloc(8, 16);
    if (p)
        p[3] = 1;
    free(p);
    return 0;
}
