//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The measurement is not looked at: what is no number passes both comparisons of the cut.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
static float clamp(float x, float low, float high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}
int main(void)
{
    float integral = 0.0f;
    for (int i = 0; i < 100; i++) {
        float measured = __VERIFIER_nondet_float();
        float error = 60.0f - measured;
        integral = clamp(integral + 0.1f * error, -50.0f, 50.0f);
        assert(integral >= -50.0f && integral <= 50.0f); //~ violated assertion
    }
    return 0;
}
