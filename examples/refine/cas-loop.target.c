//@ run: refine %s examples/refine/cas-loop.source.c
//@ truth: holds
//@ verdict: true
// A compare-and-swap loop is an atomic increment: the target.
// Only the last round of the loop writes.
#include <stdatomic.h>
atomic_int c;

void increment(void)
{
    int old = atomic_load(&c);
    while (!atomic_compare_exchange_strong(&c, &old, old + 1))
        ;
}
