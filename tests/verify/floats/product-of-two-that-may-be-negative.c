//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The product of two numbers between -40 and 150 is largest where both are, and least where one is and the other is not.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void)
{
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (!(a >= -40.0f && a <= 150.0f) || !(b >= -40.0f && b <= 150.0f))
        return 0;
    float product = a * b;
    assert(product >= -6000.0f && product <= 22500.0f);
    return 0;
}
