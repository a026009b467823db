//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A controller of a heater: whatever is measured, its output stays within 0 and 100 percent.
#include <assert.h>
#include <stdbool.h>
extern float __VERIFIER_nondet_float(void);

#define OUTPUT_MAX 100.0f
#define INTEGRAL_MAX 50.0f

struct controller {
    float kp, ki, kd;
    float integral, last_error;
};

static float clamp(float x, float low, float high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

static float control(struct controller *c, float target, float measured)
{
    float error = target - measured;
    float slope = error - c->last_error;
    c->last_error = error;
    c->integral = clamp(c->integral + c->ki * error, -INTEGRAL_MAX, INTEGRAL_MAX);
    return clamp(c->kp * error + c->integral + c->kd * slope, 0.0f, OUTPUT_MAX);
}

/* A broken sensor may send what is no number; every comparison with that is false. */
static bool is_plausible(float celsius)
{
    return celsius >= -40.0f && celsius <= 150.0f;
}

int main(void)
{
    struct controller heater = { 2.0f, 0.1f, 0.5f, 0.0f, 0.0f };
    for (;;) {
        float measured = __VERIFIER_nondet_float();
        if (!is_plausible(measured))
            break;
        float output = control(&heater, 60.0f, measured);
        assert(output >= 0.0f && output <= OUTPUT_MAX);
        assert(heater.integral >= -INTEGRAL_MAX && heater.integral <= INTEGRAL_MAX);
    }
    return 0;
}
