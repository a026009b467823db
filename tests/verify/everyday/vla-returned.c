//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A variable-length array is dead behind its function.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int *make(int n)
{
    int a[n];
    int *p = a;
    *p = 1;
    return p;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= i;
    return *make(4) + sum; //~ violated valid-deref
}
