//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Halves of two numbers between minus one and one add up to one between them.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    if (!(a >= -1.0 && a <= 1.0) || !(b >= -1.0 && b <= 1.0))
        return 0;
    double mean = a / 2 + b / 2;
    assert(mean >= -1.0 && mean <= 1.0);
    return 0;
}
