//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A thread releases the lock that another one holds.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    shared++; //~ violated no-data-race
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *release(void *argument)
{
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_create(&thread, 0, release, 0);
    return 0;
}
