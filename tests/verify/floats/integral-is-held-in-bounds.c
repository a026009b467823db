//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A sum that is cut to its bounds after each step, by a function that lets through what is no number: none comes.
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
    float integral = 0.0f, last = 0.0f;
    for (;;) {
        float measured = __VERIFIER_nondet_float();
        if (!(measured >= -40.0f && measured <= 150.0f))
            break;
        float error = 60.0f - measured;
        float slope = error - last;
        last = error;
        integral = clamp(integral + 0.1f * error, -50.0f, 50.0f);
        float output = clamp(2.0f * error + integral + 0.5f * slope, 0.0f, 100.0f);
        assert(output >= 0.0f && output <= 100.0f);
        assert(integral >= -50.0f && integral <= 50.0f);
    }
    return 0;
}
