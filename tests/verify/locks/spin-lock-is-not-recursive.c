//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A thread that spins for its own lock spins for ever.
#include <errno.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    pthread_spin_lock(&lock);
    if (pthread_spin_trylock(&lock) != EBUSY)
        reach_error();
    pthread_spin_lock(&lock);
    reach_error();
    return sum;
}
