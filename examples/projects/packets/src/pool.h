/* Buffers from a fixed pool. Nothing is allocated after the start, and a buffer is shared by
   counting who refers to it. */
#ifndef PACKETS_POOL_H
#define PACKETS_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BUFFER_SIZE = 1664,     /* the largest frame, and room for headers before it */
    BUFFER_MAX_REFERENCES = 255,
    POOL_BUFFERS = 32
};

struct buffer {
    struct buffer *next_free;
    unsigned n_references;  /* 0 if and only if it is in the list of free ones */
    uint8_t bytes[BUFFER_SIZE];
};

struct pool {
    struct buffer buffers[POOL_BUFFERS];
    struct buffer *first_free;
    size_t n_free;
};

void pool_init(struct pool *pool);

/* A buffer with one reference, or null if all are in use. Its bytes are those of its last use. */
struct buffer *pool_take(struct pool *pool);

/* One more reference. False if there are too many of them. */
bool buffer_share(struct buffer *buffer);

/* One reference less; the last one gives the buffer back. */
void pool_release(struct pool *pool, struct buffer *buffer);

#endif
