//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A set of numbers below 128 as bits of four words: what was added is in it.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define N_WORDS 4
struct set {
    uint32_t words[N_WORDS];
};

static void add(struct set *set, unsigned element)
{
    set->words[element / 32] |= (uint32_t)1 << element % 32;
}

static void take_out(struct set *set, unsigned element)
{
    set->words[element / 32] &= ~((uint32_t)1 << element % 32);
}

static int has(const struct set *set, unsigned element)
{
    return set->words[element / 32] >> element % 32 & 1;
}

int main(void)
{
    struct set set = { { 0 } };
    while (__VERIFIER_nondet_uint()) {
        unsigned element = __VERIFIER_nondet_uint();
        if (element >= 32 * N_WORDS)
            continue;
        if (__VERIFIER_nondet_uint()) {
            add(&set, element);
            assert(has(&set, element));
        } else {
            take_out(&set, element);
            assert(!has(&set, element));
        }
    }
    return 0;
}
