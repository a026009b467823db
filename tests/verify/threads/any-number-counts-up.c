//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Threads without end count up, each only where nobody was faster. That nobody counts down is what
// each relies on.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_uint value;

static void *count(void *argument)
{
    unsigned seen = value;
    do {
        if (seen == UINT_MAX)
            return argument;
    } while (!atomic_compare_exchange_strong(&value, &seen, seen + 1));
    if (value <= seen)
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, count, 0);
}
