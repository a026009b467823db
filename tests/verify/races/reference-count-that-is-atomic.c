//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// An atomic count orders the uses before the last one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int references = 2;

static void release(void)
{
    atomic_fetch_sub(&references, 1);
}

static void *run(void *argument)
{
    release();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    release();
    pthread_join(thread, 0);
    return references;
}
