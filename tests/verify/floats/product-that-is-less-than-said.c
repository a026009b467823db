//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// 150 times -40 is below -5999.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void)
{
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (!(a >= -40.0f && a <= 150.0f) || !(b >= -40.0f && b <= 150.0f))
        return 0;
    float product = a * b;
    assert(product >= -5999.0f && product <= 22500.0f); //~ violated assertion
    return 0;
}
