// An increment under a lock is an atomic increment: the source.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void increment(void)
{
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
}
