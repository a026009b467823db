//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// The last worker is not waited for.
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
    for (int i = 0; i < N_WORKERS - 1; i++)
        pthread_join(workers[i], 0);
    if (n_done != N_WORKERS)
        reach_error(); //~ violated unreach-call
    return 0;
}
