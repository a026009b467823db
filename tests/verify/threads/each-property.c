//@ run: verify %s --property unreach-call
//@ run: verify %s --property memsafety
//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-free
//@ run: verify %s --property valid-memtrack
//@ run: verify %s --property memcleanup
//@ run: verify %s --property no-overflow
//@ run: verify %s --property def-behavior
//@ run: verify %s --property no-data-race
//@ run: verify %s --property unreach-call --deadlock
//@ truth: holds
//@ verdict: true
// Every property is answered of threads, those of memory for all threads together.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *shared, sum;

static void *work(void *argument)
{
    int *own = malloc(sizeof *own);
    if (!own)
        exit(1);
    *own = 1;
    pthread_mutex_lock(&mutex);
    sum += *own + *shared;
    pthread_mutex_unlock(&mutex);
    free(own);
    return argument;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    if (!shared)
        return 1;
    *shared = 2;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    free(shared);
    if (sum != 3)
        reach_error();
    return 0;
}
