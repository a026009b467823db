//@ run: verify %s --property unreach-call --cpu-time 30
//@ truth: holds
//@ verdict: true
// The lower half of a word goes round, and the upper half keeps what it is.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    union { uint32_t word; uint16_t halves[2]; } both = { 0 };
    while (__VERIFIER_nondet_int()) {
        both.halves[0]++;
        assert(both.halves[1] == 0);
    }
    return 0;
}
