//@ run: verify %s --property valid-memcleanup
//@ truth: fails
//@ verdict: unknown(unsupported)
// Whoever was given the block may keep it, and may have freed it: no alarm hangs on that. With a
// function that does nothing it is lost.
#include <stdlib.h>
extern void enqueue(void *);
int main(void)
{
    enqueue(malloc(8));
    return 0;
}
