//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Each element holds its own index: a statement about all of them, of which runs cannot see enough.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000)
        return 0;
    unsigned *a = malloc(n * sizeof *a);
    if (a == NULL)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = i;
    for (unsigned i = 0; i < n; i++)
        assert(a[i] == i);
    free(a);
    return 0;
}
