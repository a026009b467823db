//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// A spin lock that lies beside what it guards.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static struct {
    pthread_spinlock_t lock;
    int value;
} shared;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        pthread_spin_lock(&shared.lock);
        shared.value++;
        pthread_spin_unlock(&shared.lock);
    }
    return argument;
}

int main(void)
{
    pthread_spin_init(&shared.lock, PTHREAD_PROCESS_PRIVATE);
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
