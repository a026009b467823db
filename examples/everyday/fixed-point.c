//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// Numbers with 16 bits behind the point: sums and products stop at the ends of their range.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

typedef int32_t fixed;
#define ONE ((fixed)1 << 16)

static fixed saturate(int64_t wide)
{
    if (wide > INT32_MAX)
        return INT32_MAX;
    if (wide < INT32_MIN)
        return INT32_MIN;
    return (fixed)wide;
}

static fixed add(fixed a, fixed b)
{
    return saturate((int64_t)a + b);
}

static fixed multiply(fixed a, fixed b)
{
    return saturate((int64_t)a * b / ONE);
}

int main(void)
{
    fixed position = 0;
    while (__VERIFIER_nondet_int()) {
        fixed speed = __VERIFIER_nondet_int();
        fixed next = add(position, speed);
        assert(speed < 0 ? next <= position : next >= position);
        assert(multiply(speed, ONE) == speed);
        assert(multiply(0, speed) == 0);
        if (position > 0 && speed > 0)
            assert(multiply(position, speed) >= 0);
        position = next;
    }
    return 0;
}
