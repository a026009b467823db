//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An error-checking mutex says what is wrong.
#include <errno.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t mutex;

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (pthread_mutex_unlock(&mutex) != EPERM)
        reach_error();
    pthread_mutex_lock(&mutex);
    if (pthread_mutex_lock(&mutex) != EDEADLK)
        reach_error();
    if (pthread_mutex_trylock(&mutex) != EBUSY)
        reach_error();
    return sum;
}
