//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The block may not be there, and is used only where it is.
#include <stdlib.h>
extern int posix_memalign(void **, size_t, size_t);
int main(void)
{
    void *block = 0;
    int *p = posix_memalign(&block, 8, 16) == 0 ? block : 0;
    if (p)
        p[3] = 1;
    free(p);
    return 0;
}
