//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// One divided by what is not negative: negative if it is the negative zero.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x >= 0.0))
        return 0;
    double quotient = 1.0 / x;
    assert(quotient >= 0.0); //~ violated assertion
    return 0;
}
