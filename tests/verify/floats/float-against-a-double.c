//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A `float` is compared with constants of type `double`, as people write them: 0.1 is none of the numbers of `float`.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.1 && x <= 0.9))
        return 0;
    float y = 1.0f - x;
    assert(y >= 0.0 && y <= 1.0);
    return 0;
}
