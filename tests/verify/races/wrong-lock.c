//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Both hold a lock, but not the same.
#include <pthread.h>

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER, writing = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *run(void *argument)
{
    pthread_mutex_lock(&writing);
    value = 1; //~ violated no-data-race
    pthread_mutex_unlock(&writing);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_mutex_lock(&reading);
    int found = value;
    pthread_mutex_unlock(&reading);
    pthread_join(thread, 0);
    return found;
}
