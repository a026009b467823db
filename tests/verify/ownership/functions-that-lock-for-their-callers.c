//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// The lock is taken and released in functions of its own, by pointer.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void enter(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
}

static void leave(pthread_mutex_t *lock)
{
    pthread_mutex_unlock(lock);
}

static void *work(void *argument)
{
    enter(&other);
    enter(&mutex);
    shared = __VERIFIER_nondet_int();
    leave(&mutex);
    leave(&other);
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    enter(&mutex);
    shared++;
    leave(&mutex);
    return 0;
}
