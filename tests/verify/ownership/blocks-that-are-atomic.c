//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Every access is in an atomic block.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        shared++;
        __VERIFIER_atomic_end();
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
