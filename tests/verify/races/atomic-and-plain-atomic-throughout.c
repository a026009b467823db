//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Both use atomic operations.
#include <pthread.h>

static int count;

static void *run(void *argument)
{
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
    pthread_join(thread, 0);
    return count;
}
