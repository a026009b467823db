//@ run: verify %s --property unreach-call --time 60
//@ truth: holds
//@ verdict: true
// How much each of the workers does is an input, so the states are not gone through; and that all of them were
// counted needs to know that there are two. The loops are unrolled, so that each worker has a name.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define N_WORKERS 2

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
    pthread_t workers[N_WORKERS];
    for (int i = 0; i < N_WORKERS; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < N_WORKERS; i++)
        pthread_join(workers[i], 0);
    if (n_done != N_WORKERS)
        reach_error();
    return 0;
}
