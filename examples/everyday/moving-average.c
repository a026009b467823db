//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// The mean of the last eight samples, by a sum that is kept up: it lies between the least and the greatest of them.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
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
    average->sum += sample;
    average->next = (average->next + 1) % WINDOW;
    return average->sum / WINDOW;
}

int main(void)
{
    struct average average = { { 0 }, 0, 0 };
    while (__VERIFIER_nondet_int()) {
        int mean = update(&average, __VERIFIER_nondet_short());
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
