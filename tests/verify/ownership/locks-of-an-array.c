//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Two elements of an array of locks.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutexes[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int shared;

static void *work(void *argument)
{
    int index = __VERIFIER_nondet_int() & 1;
    pthread_mutex_lock(&mutexes[index]);
    shared++; //~ violated no-data-race
    pthread_mutex_unlock(&mutexes[index]);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
