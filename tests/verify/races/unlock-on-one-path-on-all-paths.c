//@ run: verify %s --property no-data-race --time 5
//@ truth: holds
//@ verdict: true
// The lock is taken on all ways.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int amount)
{
    pthread_mutex_lock(&mutex);
    total += amount;
    pthread_mutex_unlock(&mutex);
}

static void *run(void *argument)
{
    add(1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    add(__VERIFIER_nondet_int() > 0 ? 500 : 1);
    pthread_join(thread, 0);
    return total;
}
