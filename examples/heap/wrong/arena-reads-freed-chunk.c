//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The next chunk is read from the freed one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#define N_SLOTS 4
struct chunk {
    struct chunk *next;
    unsigned n_used;
    long slots[N_SLOTS];
};
struct arena {
    struct chunk *chunks;
};

static long *allot(struct arena *arena)
{
    struct chunk *chunk = arena->chunks;
    if (!chunk || chunk->n_used == N_SLOTS) {
        chunk = malloc(sizeof *chunk);
        if (!chunk)
            abort();
        chunk->n_used = 0;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    return &chunk->slots[chunk->n_used++];
}

static void release(struct arena *arena)
{
    while (arena->chunks) {
        free(arena->chunks);
        arena->chunks = arena->chunks->next; //~ violated valid-deref
    }
}

int main(void)
{
    struct arena arena = { NULL };
    while (__VERIFIER_nondet_int()) {
        long *slot = allot(&arena);
        *slot = __VERIFIER_nondet_int();
    }
    release(&arena);
    return 0;
}
