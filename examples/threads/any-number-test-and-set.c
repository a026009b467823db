//@ run: verify %s --property unreach-call --time 20
//@ truth: holds
//@ verdict: true
// Threads are created without end; the lock keeps all of them apart.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int taken, inside;

static void *run(void *argument)
{
    while (atomic_exchange(&taken, 1))
        ;
    if (atomic_fetch_add(&inside, 1) != 0)
        reach_error();
    atomic_fetch_sub(&inside, 1);
    taken = 0;
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
