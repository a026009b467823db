//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// Putting in what is there already takes it out.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define N_BITS 128
#define WORD_BITS 32

struct bitmap {
    uint32_t words[N_BITS / WORD_BITS];
};

static void set(struct bitmap *map, unsigned bit)
{
    map->words[bit / WORD_BITS] ^= UINT32_C(1) << bit % WORD_BITS;
}

static void clear(struct bitmap *map, unsigned bit)
{
    map->words[bit / WORD_BITS] &= ~(UINT32_C(1) << bit % WORD_BITS);
}

static bool test(const struct bitmap *map, unsigned bit)
{
    return map->words[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

int main(void)
{
    struct bitmap map = { { 0 } };
    for (;;) {
        unsigned command = __VERIFIER_nondet_uint();
        unsigned bit = __VERIFIER_nondet_uint();
        unsigned other = __VERIFIER_nondet_uint();
        if (bit >= N_BITS || other >= N_BITS || bit == other)
            break;
        bool before = test(&map, other);
        if (command == 0) {
            set(&map, bit);
            assert(test(&map, bit)); //~ violated assertion
        } else {
            clear(&map, bit);
            assert(!test(&map, bit));
        }
        assert(test(&map, other) == before);
    }
    return 0;
}
