//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// A pool of eight blocks, the free ones in a list: they are handed out one by one, and then none is left.
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

#define N_BLOCKS 8

struct block {
    struct block *next; /* of the free ones */
    int payload;
};
struct pool {
    struct block blocks[N_BLOCKS];
    struct block *free;
    int n_free;
};

static void set_up(struct pool *pool)
{
    pool->free = NULL;
    for (int i = 0; i < N_BLOCKS; i++) {
        pool->blocks[i].next = pool->free;
        pool->free = &pool->blocks[i];
    }
    pool->n_free = N_BLOCKS;
}

static struct block *acquire(struct pool *pool)
{
    struct block *block = pool->free;
    if (block) {
        pool->free = block->next;
        pool->n_free--;
    }
    return block;
}

static void release(struct pool *pool, struct block *block)
{
    block->next = pool->free;
    pool->free = block;
    pool->n_free++;
}

int main(void)
{
    struct pool pool;
    struct block *in_use[N_BLOCKS];
    int n_in_use = 0, command;
    set_up(&pool);
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) {
            struct block *block = acquire(&pool);
            if (!block) {
                assert(n_in_use == N_BLOCKS);
                continue;
            }
            block->payload = command;
            in_use[n_in_use++] = block;
        } else if (n_in_use > 0) {
            release(&pool, in_use[--n_in_use]);
        }
        assert(pool.n_free + n_in_use == N_BLOCKS);
    }
    return 0;
}
