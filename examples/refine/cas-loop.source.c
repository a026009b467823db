// A compare-and-swap loop is an atomic increment: the source.
#include <stdatomic.h>
atomic_int c;

void increment(void)
{
    atomic_fetch_add(&c, 1);
}
