//@ run: verify %s --property unreach-call --property no-overflow --property def-behavior
//@ truth: holds
//@ verdict: true
// A reading of ten bits as percent: within bounds as a floating number, and back as an integer.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void)
{
    for (;;) {
        unsigned reading = __VERIFIER_nondet_ushort() & 1023;
        float percent = reading * 100.0f / 1023.0f;
        assert(percent >= 0.0f && percent <= 100.0f);
        int whole = (int)percent;
        assert(whole >= 0 && whole <= 100);
    }
    return 0;
}
