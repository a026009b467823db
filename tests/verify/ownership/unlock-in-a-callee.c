//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A function that is called under the lock releases it.
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

static void log_it(void)
{
    pthread_mutex_unlock(&mutex);
}

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    log_it();
    shared = __VERIFIER_nondet_int(); //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
