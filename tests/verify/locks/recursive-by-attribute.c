//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A recursive mutex counts how often it was taken.
#include <errno.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t mutex;

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int failed = pthread_mutex_lock(&mutex);
    failed |= pthread_mutex_lock(&mutex);
    failed |= pthread_mutex_trylock(&mutex);
    failed |= pthread_mutex_unlock(&mutex);
    failed |= pthread_mutex_unlock(&mutex);
    failed |= pthread_mutex_unlock(&mutex);
    if (failed || pthread_mutex_unlock(&mutex) != EPERM)
        reach_error();
    return sum;
}
