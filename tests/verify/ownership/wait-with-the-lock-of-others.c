//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Waiting releases a lock that the thread does not hold.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int n_items;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    n_items++; //~ violated no-data-race
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *waits(void *argument)
{
    pthread_mutex_lock(&other);
    pthread_cond_wait(&filled, &mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_create(&thread, 0, waits, 0);
    return 0;
}
