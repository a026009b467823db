//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A run that waits for ever violates nothing but `--deadlock`: nobody comes behind the second lock.
#include <pthread.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
