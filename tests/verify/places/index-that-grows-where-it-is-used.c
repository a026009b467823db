//@ run: verify %s --property unreach-call --time 60
//@ truth: holds
//@ verdict: true
// The loop has no head that asks, and the index is a copy of the counter.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n_done;

static void *work(void *argument)
{
    int n_steps = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n_steps; i++)
        sum ^= i;
    pthread_mutex_lock(&mutex);
    n_done++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t workers[2];
    int n_created = 0;
    while (1) {
        if (n_created == 2)
            break;
        pthread_create(&workers[n_created++], 0, work, 0);
    }
    while (n_created > 0)
        pthread_join(workers[--n_created], 0);
    if (n_done != 2)
        reach_error();
    return 0;
}
