#include "pool.h"

static void make_free(struct pool *pool, struct buffer *buffer)
{
    buffer->n_references = 0;
    buffer->next_free = pool->first_free;
    pool->first_free = buffer;
    pool->n_free++;
}

//@ ensures pool->n_free == POOL_BUFFERS;
void pool_init(struct pool *pool)
{
    pool->first_free = NULL;
    pool->n_free = 0;
    /* From behind, so that the first buffer is the first to be taken. */
    for (size_t i = POOL_BUFFERS; i > 0; i--)
        make_free(pool, &pool->buffers[i - 1]);
}

//@ requires pool->first_free == \null || (\valid(pool->first_free) && pool->n_free >= 1);
//@ ensures \result == \null || (\valid(\result) && \result->n_references == 1);
struct buffer *pool_take(struct pool *pool)
{
    struct buffer *buffer = pool->first_free;
    if (buffer == NULL)
        return NULL;
    pool->first_free = buffer->next_free;
    pool->n_free--;
    buffer->next_free = NULL;
    buffer->n_references = 1;
    return buffer;
}

//@ ensures buffer->n_references >= \old(buffer->n_references);
//@ assigns buffer->n_references;
bool buffer_share(struct buffer *buffer)
{
    if (buffer->n_references >= BUFFER_MAX_REFERENCES)
        return false;
    buffer->n_references++;
    return true;
}

//@ requires \valid(buffer) && buffer->n_references >= 1;
//@ requires pool->n_free < POOL_BUFFERS;
void pool_release(struct pool *pool, struct buffer *buffer)
{
    buffer->n_references--;
    if (buffer->n_references == 0)
        make_free(pool, buffer);
}
