//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: one thread at a time, for any number of threads
// One thread at a time: the questions are part of each thread.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;
//@ invariant inside == 0 || inside == 1;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    inside++;
    inside--;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, work, 0);
    return 0;
}
