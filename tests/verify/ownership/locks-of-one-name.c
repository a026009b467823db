//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Two functions, each with a static lock of the same name.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int shared;

static void up(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
}

static void down(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    shared--; //~ violated no-data-race
    pthread_mutex_unlock(&mutex);
}

static void *work(void *argument)
{
    if (__VERIFIER_nondet_int())
        up();
    else
        down();
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
