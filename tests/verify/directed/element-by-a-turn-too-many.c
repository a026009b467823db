//@ run: verify %s --engine directed --property unreach-call --property memsafety --property no-overflow --cpu-time 3 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// The same, and after many rounds one token too many: nothing of it is proved.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int tokens[4] = { 1, 0, 0, 0 };
    int at = 0;
    unsigned n_rounds = 0;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            tokens[at]--;
            at = (at + 1) % 4;
            tokens[at]++;
            if (n_rounds++ == 1000000)
                tokens[0]++;
        }
        assert(tokens[0] + tokens[1] + tokens[2] + tokens[3] == 1);
        assert(tokens[at] == 1);
    }
}
