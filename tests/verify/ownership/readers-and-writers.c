//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Reading under the read lock, writing under the write lock.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared, seen;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        pthread_rwlock_rdlock(&lock);
        int value = shared;
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_wrlock(&lock);
        shared = value + seen;
        pthread_rwlock_unlock(&lock);
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
