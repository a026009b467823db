//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Who waits alone for itself is the one that is told so.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, 0, 1);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD)
        reach_error();
    if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD)
        reach_error();
    return sum;
}
