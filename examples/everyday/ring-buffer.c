//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A ring of eight numbers: its count stays within bounds, and what enters an empty ring comes out of it.
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);

#define CAPACITY 8
struct ring {
    unsigned head; /* where the next item goes */
    unsigned count;
    int items[CAPACITY];
};

static bool put(struct ring *ring, int item)
{
    if (ring->count == CAPACITY)
        return false;
    ring->items[ring->head] = item;
    if (++ring->head == CAPACITY)
        ring->head = 0;
    ring->count++;
    return true;
}

static bool get(struct ring *ring, int *item)
{
    if (ring->count == 0)
        return false;
    *item = ring->items[(ring->head + CAPACITY - ring->count) % CAPACITY];
    ring->count--;
    return true;
}

int main(void)
{
    struct ring ring = { 0, 0, { 0 } };
    int command, item;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) {
            bool was_empty = ring.count == 0;
            bool is_put = put(&ring, command);
            assert(is_put || ring.count == CAPACITY);
            if (was_empty) {
                bool is_there = get(&ring, &item);
                assert(is_there && item == command);
                put(&ring, item);
            }
        } else {
            get(&ring, &item);
        }
        assert(ring.count <= CAPACITY);
    }
    return 0;
}
