//@ run: refine %s examples/refine/access-out-of-lock.source.c
//@ truth: fails
//@ verdict: false(refinement)
// An access moved out of a critical section: the target.
// The source writes x only while it holds the lock.
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void both(void)
{
    x = 1;
    pthread_mutex_lock(&m);
    y = 1;
    pthread_mutex_unlock(&m);
}
