//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// The least of the last eight samples is looked for from the second on: the first may be less.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);

#define WINDOW 8

int main(void)
{
    int samples[WINDOW] = { 0 };
    int next = 0;
    while (__VERIFIER_nondet_int()) {
        samples[next] = __VERIFIER_nondet_short();
        next = (next + 1) % WINDOW;
        int least = samples[1];
        for (int i = 2; i < WINDOW; i++)
            if (samples[i] < least)
                least = samples[i];
        for (int i = 0; i < WINDOW; i++)
            assert(least <= samples[i]); //~ violated assertion
    }
    return 0;
}
