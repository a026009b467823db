//@ run: verify %s --property unreach-call --cpu-time 3 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// The word goes on where its lower half goes round: the upper half changes in the end.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    union { uint32_t word; uint16_t halves[2]; } both = { 0 };
    while (__VERIFIER_nondet_int()) {
        both.word++;
        assert(both.halves[1] == 0);
    }
    return 0;
}
