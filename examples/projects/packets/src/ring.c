#include "ring.h"

//@ ensures ring->first == 0 && ring->count == 0;
//@ assigns *ring;
void ring_init(struct ring *ring)
{
    for (size_t i = 0; i < RING_SLOTS; i++) {
        ring->slots[i].buffer = NULL;
        ring->slots[i].begin = 0;
        ring->slots[i].length = 0;
    }
    ring->first = 0;
    ring->count = 0;
}

//@ requires ring->first < RING_SLOTS && ring->count <= RING_SLOTS;
//@ ensures ring->count <= RING_SLOTS && \old(ring->count) <= ring->count;
//@ assigns ring->slots[0 .. RING_SLOTS - 1], ring->count;
bool ring_put(struct ring *ring, struct packet packet)
{
    if (ring->count == RING_SLOTS)
        return false;
    ring->slots[(ring->first + ring->count) % RING_SLOTS] = packet;
    ring->count++;
    return true;
}

//@ requires ring->first < RING_SLOTS && ring->count <= RING_SLOTS;
//@ requires \valid(packet);
//@ ensures ring->first < RING_SLOTS && ring->count <= \old(ring->count);
//@ assigns *packet, ring->first, ring->count;
bool ring_take(struct ring *ring, struct packet *packet)
{
    if (ring->count == 0)
        return false;
    *packet = ring->slots[ring->first];
    ring->first = (ring->first + 1) % RING_SLOTS;
    ring->count--;
    return true;
}
