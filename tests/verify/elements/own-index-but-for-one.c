//@ run: verify %s --property unreach-call --cpu-time 20 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// One element, far behind what runs come to, does not hold its index.
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
        a[i] = i == 700000 ? 0 : i;
    for (unsigned i = 0; i < n; i++)
        assert(a[i] == i);
    free(a);
    return 0;
}
