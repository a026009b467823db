//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// An arena: memory is handed out from chunks, and all chunks are freed at once.
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
        struct chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
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
