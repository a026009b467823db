//@ run: verify %s --engine directed --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// An array of few elements that is accessed at computed places: as good as so many variables.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int tokens[4] = { 1, 0, 0, 0 };
    int at = 0;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            tokens[at]--;
            at = (at + 1) % 4;
            tokens[at]++;
        }
        assert(tokens[0] + tokens[1] + tokens[2] + tokens[3] == 1);
        assert(tokens[at] == 1);
    }
}
