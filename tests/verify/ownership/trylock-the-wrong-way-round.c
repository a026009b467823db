//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Who does not get the lock writes.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument)
{
    if (pthread_mutex_trylock(&mutex)) {
        shared++;
        return argument;
    }
    shared++; //~ violated no-data-race
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
