//@ run: verify %s --property unreach-call --time 20
//@ truth: holds
//@ verdict: true
// How often the loops go round is up to inputs, and nobody notices: the states are few, since each round ends
// where it began.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n_done;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int())
        ;
    pthread_mutex_lock(&mutex);
    n_done++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t workers[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(workers[i], 0);
    if (n_done != 3)
        reach_error();
    return 0;
}
