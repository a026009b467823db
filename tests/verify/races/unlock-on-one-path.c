//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// One way through the function comes without the lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int amount)
{
    if (amount < 100)
        pthread_mutex_lock(&mutex);
    total += amount; //~ violated no-data-race
    if (amount < 100)
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
