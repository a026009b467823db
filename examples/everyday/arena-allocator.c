//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// An arena of 256 bytes: blocks are handed out aligned and inside it, or not at all.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define CAPACITY 256
#define ALIGNMENT 8

struct arena {
    uint32_t used;
    uint64_t memory[CAPACITY / ALIGNMENT];
};

static void *allocate(struct arena *arena, uint32_t size)
{
    if (size > CAPACITY - arena->used)
        return NULL;
    unsigned char *block = (unsigned char *)arena->memory + arena->used;
    arena->used += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return block;
}

static void reset(struct arena *arena)
{
    arena->used = 0;
}

int main(void)
{
    struct arena arena = { 0, { 0 } };
    uint32_t size;
    while ((size = __VERIFIER_nondet_uint()) != 0) {
        uint32_t before = arena.used;
        unsigned char *block = allocate(&arena, size);
        if (block) {
            block[0] = 1;
            block[size - 1] = 1;
            assert(arena.used >= before + size);
        } else {
            reset(&arena);
        }
        assert(arena.used <= CAPACITY);
        assert(arena.used % ALIGNMENT == 0);
    }
    return 0;
}
