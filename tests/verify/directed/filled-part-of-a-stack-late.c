//@ run: verify %s --property unreach-call --property memsafety --cpu-time 3 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// The same, and something negative is pushed when a counter of 16 bits has gone round: no short run sees it.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

static int stack[12];
static unsigned depth;
static uint16_t n_rounds;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int item = __VERIFIER_nondet_int();
        n_rounds++;
        if (item >= 0 && depth < 12) {
            stack[depth++] = n_rounds == 65535 ? -1 : item;
        } else if (item < 0 && depth > 0) {
            assert(stack[--depth] >= 0);
        }
    }
    return 0;
}
