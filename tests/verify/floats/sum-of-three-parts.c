//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A controller whose gains are variables: what it adds up is a number, so cutting it to bounds works.
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
    float kp = 2.0f, kd = 0.5f, last = 0.0f;
    for (;;) {
        float measured = __VERIFIER_nondet_float();
        if (!(measured >= -40.0f && measured <= 150.0f))
            break;
        float error = 60.0f - measured;
        float slope = error - last;
        last = error;
        float output = clamp(kp * error + kd * slope, 0.0f, 100.0f);
        assert(output >= 0.0f && output <= 100.0f);
    }
    return 0;
}
