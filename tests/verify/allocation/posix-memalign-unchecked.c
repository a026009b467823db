//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: fails
//@ verdict: false(valid-deref)
// The block may not be there, and nobody looks.
#include <stdlib.h>
extern int posix_memalign(void **, size_t, size_t);
int main(void)
{
    void *block = 0;
    int *p = posix_memalign(&block, 8, 16) == 0 ? block : 0;
    p[3] = 1; //~ violated valid-deref
    free(p);
    return 0;
}
