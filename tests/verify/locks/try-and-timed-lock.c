//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Without waiting for ever, a mutex that is held is not taken.
#include <errno.h>
#include <pthread.h>
#include <time.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    struct timespec until = { 1, 0 };
    if (pthread_mutex_timedlock(&mutex, &until) != 0)
        reach_error();
    if (pthread_mutex_trylock(&mutex) != EBUSY)
        reach_error();
    if (pthread_mutex_timedlock(&mutex, &until) != ETIMEDOUT)
        reach_error();
    pthread_mutex_unlock(&mutex);
    if (pthread_mutex_trylock(&mutex) != 0)
        reach_error();
    return sum;
}
