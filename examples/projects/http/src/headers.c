#include "headers.h"

#include <stdlib.h>
#include <string.h>

void headers_init(struct headers *headers)
{
    for (size_t i = 0; i < HEADER_BUCKETS; i++)
        headers->buckets[i] = NULL;
    headers->first = NULL;
    headers->last = NULL;
    headers->count = 0;
}

static void header_free(struct header *header)
{
    free(header->name);
    free(header->value);
    free(header);
}

void headers_clear(struct headers *headers)
{
    struct header *header = headers->first;
    while (header != NULL) {
        struct header *next = header->next_in_order;
        header_free(header);
        header = next;
    }
    headers_init(headers);
}

/* FNV-1a of the name in lower case. */
//@ requires \valid_read(name.data + (0 .. name.length - 1));
//@ assigns \nothing;
static uint32_t hash_of(struct span name)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.length; i++) {
        hash ^= (unsigned char)ascii_lower(name.data[i]);
        hash *= 16777619u;
    }
    return hash;
}

/* A terminated copy, or null. */
//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ ensures \result == \null || valid_string(\result);
//@ assigns \nothing;
static char *copy_of(struct span text)
{
    if (text.length == SIZE_MAX)
        return NULL;
    char *copy = malloc(text.length + 1);
    if (copy == NULL)
        return NULL;
    if (text.length > 0)
        memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    return copy;
}

//@ requires valid_string(text);
static void make_lower(char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++)
        text[i] = ascii_lower(text[i]);
}

//@ requires \valid_read(name.data + (0 .. name.length - 1));
//@ requires \valid_read(value.data + (0 .. value.length - 1));
//@ ensures \result == \null || (valid_string(\result->name) && valid_string(\result->value));
static struct header *header_new(struct span name, struct span value)
{
    struct header *header = malloc(sizeof *header);
    if (header == NULL)
        return NULL;
    header->next_in_bucket = NULL;
    header->next_in_order = NULL;
    header->hash = hash_of(name);
    header->name = copy_of(name);
    header->value = copy_of(value);
    if (header->name == NULL || header->value == NULL) {
        header_free(header);
        return NULL;
    }
    make_lower(header->name);
    return header;
}

/* At the end of its bucket, so that a search finds the one that came first. */
static void append_to_bucket(struct headers *headers, struct header *header)
{
    struct header **link = &headers->buckets[header->hash % HEADER_BUCKETS];
    while (*link != NULL)
        link = &(*link)->next_in_bucket;
    *link = header;
}

static void append_to_order(struct headers *headers, struct header *header)
{
    if (headers->last == NULL)
        headers->first = header;
    else
        headers->last->next_in_order = header;
    headers->last = header;
}

//@ requires \valid_read(name.data + (0 .. name.length - 1));
//@ requires \valid_read(value.data + (0 .. value.length - 1));
//@ ensures headers->count <= HEADER_LIMIT || headers->count == \old(headers->count);
enum headers_status headers_add(struct headers *headers, struct span name, struct span value)
{
    if (headers->count >= HEADER_LIMIT)
        return HEADERS_TOO_MANY;
    struct header *header = header_new(name, value);
    if (header == NULL)
        return HEADERS_NO_MEMORY;
    append_to_bucket(headers, header);
    append_to_order(headers, header);
    headers->count++;
    return HEADERS_OK;
}

//@ requires \valid_read(name.data + (0 .. name.length - 1));
//@ requires valid_string(header->name);
//@ assigns \nothing;
static bool is_named(const struct header *header, uint32_t hash, struct span name)
{
    return header->hash == hash && span_equals_ignoring_case(span_of_string(header->name), name);
}

//@ requires valid_string(name);
//@ ensures \result == \null || valid_string(\result);
//@ assigns \nothing;
const char *headers_find(const struct headers *headers, const char *name)
{
    struct span wanted = span_of_string(name);
    uint32_t hash = hash_of(wanted);
    const struct header *header = headers->buckets[hash % HEADER_BUCKETS];
    while (header != NULL) {
        if (is_named(header, hash, wanted))
            return header->value;
        header = header->next_in_bucket;
    }
    return NULL;
}

//@ requires valid_string(name);
//@ assigns \nothing;
size_t headers_count_of(const struct headers *headers, const char *name)
{
    struct span wanted = span_of_string(name);
    uint32_t hash = hash_of(wanted);
    size_t count = 0;
    const struct header *header = headers->buckets[hash % HEADER_BUCKETS];
    while (header != NULL) {
        if (is_named(header, hash, wanted))
            count++;
        header = header->next_in_bucket;
    }
    return count;
}
