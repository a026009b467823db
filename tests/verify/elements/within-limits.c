//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Elements are between limits, which one assertion asks in two parts; one of them is changed in between.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int a[1000];

int main(void)
{
    for (int i = 0; i < 1000; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 0 || x >= 10 ? 3 : x;
    }
    unsigned j = __VERIFIER_nondet_uint();
    if (j < 1000)
        a[j] = 7;
    for (int i = 0; i < 1000; i++)
        assert(a[i] >= 0 && a[i] < 10);
    return 0;
}
