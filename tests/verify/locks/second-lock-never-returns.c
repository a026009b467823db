//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine slicing
//@ truth: holds
//@ verdict: true
// A thread that takes a plain mutex again waits for itself.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    pthread_mutex_lock(&mutex);
    if (sum > 3)
        return 0;
    pthread_mutex_lock(&mutex);
    reach_error();
    return 0;
}
