//@ run: verify %s --property unreach-call --time 60
//@ truth: holds
//@ verdict: true
// Two workers behind a lock that is made of compare-and-exchange, created and joined in loops.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static atomic_int lock;
static int count;

static void *work(void *argument)
{
    int n_steps = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n_steps; i++)
        sum ^= i;
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1))
        expected = 0;
    count++;
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], 0);
    if (count != 2)
        reach_error();
    return 0;
}
