//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// A counter that is atomic, and data under a lock.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>

static atomic_int n_done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&mutex);
        shared += n_done;
        pthread_mutex_unlock(&mutex);
        n_done++;
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
