//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(no-overflow)
// The samples may be any numbers, and their sum is no int.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define WINDOW 8

struct average {
    int samples[WINDOW];
    int next;
    int sum;
};

static int update(struct average *average, int sample)
{
    average->sum -= average->samples[average->next];
    average->samples[average->next] = sample;
    average->sum += sample; //~ violated no-overflow
    average->next = (average->next + 1) % WINDOW;
    return average->sum / WINDOW;
}

int main(void)
{
    struct average average = { { 0 }, 0, 0 };
    while (__VERIFIER_nondet_int()) {
        int mean = update(&average, __VERIFIER_nondet_int());
        int least = average.samples[0], greatest = average.samples[0];
        for (int i = 1; i < WINDOW; i++) {
            if (average.samples[i] < least)
                least = average.samples[i];
            if (average.samples[i] > greatest)
                greatest = average.samples[i];
        }
        assert(mean >= least && mean <= greatest);
    }
    return 0;
}
