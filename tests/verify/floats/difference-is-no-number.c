//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Infinity minus infinity is no number, and no number equals itself.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double x = __VERIFIER_nondet_double();
    double zero = x - x;
    assert(zero == zero); //~ violated assertion
    return 0;
}
