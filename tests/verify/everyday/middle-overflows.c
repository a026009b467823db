//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The sum of two large bounds overflows.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
    if (lo >= 0 && lo <= hi)
        return (lo + hi) / 2; //~ violated no-overflow
    return 0;
}
