//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The lock is taken on one of two ways.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument)
{
    int careful = __VERIFIER_nondet_int();
    if (careful)
        pthread_mutex_lock(&mutex);
    shared++; //~ violated no-data-race
    if (careful)
        pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
