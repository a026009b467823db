//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// One element is set to what is beyond the limit.
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
        a[j] = 10;
    for (int i = 0; i < 1000; i++)
        assert(a[i] >= 0 && a[i] < 10); //~ violated assertion
    return 0;
}
