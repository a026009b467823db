//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A local of the first thread becomes known to a second through a third.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *leaked;

static void *leaks(void *argument)
{
    pthread_mutex_lock(&mutex);
    leaked = argument;
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void *uses(void *argument)
{
    pthread_mutex_lock(&mutex);
    int *found = leaked;
    pthread_mutex_unlock(&mutex);
    if (found)
        *found = 1; //~ violated no-data-race
    return argument;
}

int main(void)
{
    int local = 0;
    pthread_t thread;
    pthread_create(&thread, 0, leaks, &local);
    pthread_create(&thread, 0, uses, 0);
    local = 2;
    return 0;
}
