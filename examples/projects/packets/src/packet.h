/* A packet: a view of a part of a buffer, from which headers are taken and before which they
   are put. Several packets may look at one buffer; only who has it alone may write. */
#ifndef PACKETS_PACKET_H
#define PACKETS_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool.h"

enum {
    PACKET_HEADROOM = 64,       /* for Ethernet with a VLAN tag, IPv4 with options, and UDP */
    PACKET_MAX_LENGTH = BUFFER_SIZE - PACKET_HEADROOM
};

/* Holds one reference to its buffer. `begin + length` is at most BUFFER_SIZE. */
struct packet {
    struct buffer *buffer;
    size_t begin;
    size_t length;
};

/* An empty packet behind the usual headroom; false if the pool is empty. */
bool packet_new(struct pool *pool, struct packet *packet);

/* A second view of the same bytes. */
bool packet_clone(const struct packet *packet, struct packet *clone);

void packet_free(struct pool *pool, struct packet *packet);

/* Sees to it that nobody else looks at these bytes, by copying them if need be. On failure the
   packet stays what it was. */
bool packet_make_writable(struct pool *pool, struct packet *packet);

const uint8_t *packet_bytes(const struct packet *packet);
size_t packet_headroom(const struct packet *packet);
size_t packet_tailroom(const struct packet *packet);

/* Room for a header in front, to be written to by the caller; null if there is none or if the
   buffer is shared. */
uint8_t *packet_push(struct packet *packet, size_t n_bytes);

/* The same behind the last byte. */
uint8_t *packet_put(struct packet *packet, size_t n_bytes);

/* Takes a header off; the bytes stay where they are. */
bool packet_pull(struct packet *packet, size_t n_bytes);

/* Cuts off what is behind `length`, such as the padding of short frames. */
bool packet_trim(struct packet *packet, size_t length);

#endif
