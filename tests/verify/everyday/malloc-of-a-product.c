//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The product wraps and the block is too small.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    int *a = malloc((unsigned)(n * sizeof(int)));
    if (!a)
        return 0;
    a[n - 1] = 1; //~ violated valid-deref
    free(a);
    return 0;
}
