//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The same functions with two locks.
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
    shared = __VERIFIER_nondet_int();
    leave(&other);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    enter(&mutex);
    shared++; //~ violated no-data-race
    leave(&mutex);
    return 0;
}
