//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// The new array has room for as many elements as were asked for.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void *reallocarray(void *, size_t, size_t);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    int *a = malloc(2 * sizeof *a);
    a = reallocarray(a, 4, sizeof *a);
    a[3] = sum;
    free(a);
    return 0;
}
