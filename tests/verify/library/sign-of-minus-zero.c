//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Minus zero is not below zero, and has a sign.
#include <math.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    double zero = -0.0;
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    if (signbit(zero) && !(zero < 0))
        reach_error(); //~ violated unreach-call
    return 0;
}
