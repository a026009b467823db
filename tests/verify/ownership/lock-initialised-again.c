//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The lock is made anew while others hold it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, guard = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument)
{
    pthread_mutex_lock(&guard);
    pthread_mutex_init(&mutex, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&guard);
    shared++; //~ violated no-data-race
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&guard);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
