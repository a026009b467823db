//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The weights add up to more than one, so the level grows past its inputs.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void)
{
    float level = 0.0f;
    for (;;) {
        float sample = __VERIFIER_nondet_float();
        if (!(sample >= 0.0f && sample <= 100.0f))
            break;
        level = 0.9f * level + 0.2f * sample;
        assert(level >= 0.0f && level <= 100.0f); //~ violated assertion
    }
    return 0;
}
