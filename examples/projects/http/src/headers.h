/* The headers of a message: a hash table that remembers the order in which they came. */
#ifndef HTTP_HEADERS_H
#define HTTP_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "span.h"

enum { HEADER_BUCKETS = 32, HEADER_LIMIT = 100 };

struct header {
    struct header *next_in_bucket;
    struct header *next_in_order;
    uint32_t hash;
    char *name;   /* in lower case; terminated, as is the value */
    char *value;
};

struct headers {
    struct header *buckets[HEADER_BUCKETS];
    struct header *first;
    struct header *last;
    size_t count;
};

enum headers_status { HEADERS_OK, HEADERS_TOO_MANY, HEADERS_NO_MEMORY };

void headers_init(struct headers *headers);

/* Frees all of them; the table is empty then and can be used again. */
void headers_clear(struct headers *headers);

/* Copies name and value. One name may come several times. */
enum headers_status headers_add(struct headers *headers, struct span name, struct span value);

/* The value that came first under this name, in any case of letters, or null. */
const char *headers_find(const struct headers *headers, const char *name);

size_t headers_count_of(const struct headers *headers, const char *name);

#endif
