//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// One of the functions takes no lock.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *up(void *argument)
{
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *down(void *argument)
{
    shared--; //~ violated no-data-race
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        void *(*start)(void *) = __VERIFIER_nondet_int() ? up : down;
        pthread_create(&thread, 0, start, 0);
    }
    return 0;
}
