//@ run: refine %s examples/refine/locked-increment.source.c
//@ truth: holds
//@ verdict: true
// An increment under a lock is an atomic increment: the target.
// Others leave x alone while the lock is held.
//@ private m;                // the source has no use for it
//@ env x: only if tgt.m != 1;
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void increment(void)
{
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
}
