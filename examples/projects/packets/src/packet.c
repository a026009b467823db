#include "packet.h"

#include <string.h>

//@ requires pool->first_free == \null || (\valid(pool->first_free) && pool->n_free >= 1);
//@ ensures \result == 0 || (packet->begin == PACKET_HEADROOM && packet->length == 0);
bool packet_new(struct pool *pool, struct packet *packet)
{
    struct buffer *buffer = pool_take(pool);
    if (buffer == NULL)
        return false;
    packet->buffer = buffer;
    packet->begin = PACKET_HEADROOM;
    packet->length = 0;
    return true;
}

//@ requires \valid(packet->buffer) && \valid(clone);
//@ ensures \result == 0 || clone->buffer == packet->buffer;
//@ assigns *clone, packet->buffer->n_references;
bool packet_clone(const struct packet *packet, struct packet *clone)
{
    if (!buffer_share(packet->buffer))
        return false;
    *clone = *packet;
    return true;
}

//@ requires \valid(packet->buffer) && packet->buffer->n_references >= 1;
//@ requires pool->n_free < POOL_BUFFERS;
//@ ensures packet->buffer == \null && packet->length == 0;
void packet_free(struct pool *pool, struct packet *packet)
{
    pool_release(pool, packet->buffer);
    packet->buffer = NULL;
    packet->begin = 0;
    packet->length = 0;
}

//@ requires \valid(packet->buffer);
//@ assigns \nothing;
static bool is_shared(const struct packet *packet)
{
    return packet->buffer->n_references > 1;
}

//@ requires \valid(packet->buffer) && packet->buffer->n_references >= 1;
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ requires pool->first_free == \null || (\valid(pool->first_free) && pool->n_free >= 1);
//@ requires pool->n_free < POOL_BUFFERS && pool->first_free != packet->buffer;
//@ ensures packet->length == \old(packet->length) && packet->begin == \old(packet->begin);
bool packet_make_writable(struct pool *pool, struct packet *packet)
{
    if (!is_shared(packet))
        return true;
    struct buffer *copy = pool_take(pool);
    if (copy == NULL)
        return false;
    /* At the same place, so that the headroom stays. */
    memcpy(copy->bytes + packet->begin, packet->buffer->bytes + packet->begin, packet->length);
    pool_release(pool, packet->buffer);
    packet->buffer = copy;
    return true;
}

//@ requires \valid(packet->buffer) && packet->begin <= BUFFER_SIZE;
//@ ensures \result == packet->buffer->bytes + packet->begin;
//@ assigns \nothing;
const uint8_t *packet_bytes(const struct packet *packet)
{
    return packet->buffer->bytes + packet->begin;
}

//@ ensures \result == packet->begin;
//@ assigns \nothing;
size_t packet_headroom(const struct packet *packet)
{
    return packet->begin;
}

//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures \result <= BUFFER_SIZE;
//@ assigns \nothing;
size_t packet_tailroom(const struct packet *packet)
{
    return BUFFER_SIZE - packet->begin - packet->length;
}

//@ requires \valid(packet->buffer);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures \result == \null || \valid(\result + (0 .. n_bytes - 1));
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length;
uint8_t *packet_push(struct packet *packet, size_t n_bytes)
{
    if (is_shared(packet) || n_bytes > packet_headroom(packet))
        return NULL;
    packet->begin -= n_bytes;
    packet->length += n_bytes;
    return packet->buffer->bytes + packet->begin;
}

//@ requires \valid(packet->buffer);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures \result == \null || \valid(\result + (0 .. n_bytes - 1));
//@ ensures packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->length;
uint8_t *packet_put(struct packet *packet, size_t n_bytes)
{
    if (is_shared(packet) || n_bytes > packet_tailroom(packet))
        return NULL;
    uint8_t *end = packet->buffer->bytes + packet->begin + packet->length;
    packet->length += n_bytes;
    return end;
}

//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length;
bool packet_pull(struct packet *packet, size_t n_bytes)
{
    if (n_bytes > packet->length)
        return false;
    packet->begin += n_bytes;
    packet->length -= n_bytes;
    return true;
}

//@ ensures packet->length <= \old(packet->length);
//@ assigns packet->length;
bool packet_trim(struct packet *packet, size_t length)
{
    if (length > packet->length)
        return false;
    packet->length = length;
    return true;
}
