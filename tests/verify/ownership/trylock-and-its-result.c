//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Who gets the lock writes; who does not waits for it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        if (pthread_mutex_trylock(&mutex) != 0)
            pthread_mutex_lock(&mutex);
        shared++;
        pthread_mutex_unlock(&mutex);
        if (!pthread_mutex_trylock(&mutex)) {
            shared++;
            pthread_mutex_unlock(&mutex);
        }
        int busy = pthread_mutex_trylock(&mutex);
        if (busy)
            continue;
        shared--;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
