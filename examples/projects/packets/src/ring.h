/* A queue of packets in a ring of fixed size. */
#ifndef PACKETS_RING_H
#define PACKETS_RING_H

#include <stdbool.h>
#include <stddef.h>

#include "packet.h"

enum { RING_SLOTS = 8 };

/* `first < RING_SLOTS` and `count <= RING_SLOTS`. */
struct ring {
    struct packet slots[RING_SLOTS];
    size_t first;
    size_t count;
};

void ring_init(struct ring *ring);

/* The ring takes over the packet's reference, unless it is full. */
bool ring_put(struct ring *ring, struct packet packet);

/* The caller takes over the reference of the packet that has waited longest. */
bool ring_take(struct ring *ring, struct packet *packet);

#endif
