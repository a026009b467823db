//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A lock may be read by many, and written by one.
#include <errno.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    pthread_rwlock_rdlock(&lock);
    if (pthread_rwlock_tryrdlock(&lock) != 0)
        reach_error();
    pthread_rwlock_unlock(&lock);
    if (pthread_rwlock_trywrlock(&lock) != EBUSY)
        reach_error();
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    if (pthread_rwlock_tryrdlock(&lock) != EBUSY)
        reach_error();
    if (sum == 3) {
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_wrlock(&lock);
        reach_error();
    }
    return sum;
}
