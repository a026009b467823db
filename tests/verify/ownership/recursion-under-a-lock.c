//@ run: verify %s --property no-data-race
//@ truth: holds
//@ verdict: unknown(inconclusive)
// A function that calls itself under the lock. Not followed so far.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void count(int n)
{
    if (n <= 0)
        return;
    shared++;
    count(n - 1);
}

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    count(__VERIFIER_nondet_int());
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
