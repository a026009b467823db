//@ run: refine %s examples/refine/access-into-lock.source.c
//@ truth: holds
//@ verdict: true
// An access moved into a critical section: the target.
// While the lock is held nobody sees that x is written later.
//@ relate m == 1 || tgt.x == src.x;   // seen by others only while the lock is free
//@ env x: only if m != 1;
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void both(void)
{
    pthread_mutex_lock(&m);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&m);
}
