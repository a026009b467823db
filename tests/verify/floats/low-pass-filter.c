//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A mean with weights stays where what it is made of is: both products are bounded, and so is their sum.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void)
{
    float level = 0.0f;
    for (;;) {
        float sample = __VERIFIER_nondet_float();
        if (!(sample >= 0.0f && sample <= 100.0f))
            break;
        level = 0.9f * level + 0.1f * sample;
        assert(level >= 0.0f && level <= 100.0f);
    }
    return 0;
}
