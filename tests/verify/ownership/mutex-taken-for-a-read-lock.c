//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// One object is used as a mutex and as a read-write lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;

static void *reads(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    int value = shared;
    pthread_rwlock_unlock(&lock);
    return value ? argument : 0;
}

static void *writes(void *argument)
{
    pthread_mutex_lock((pthread_mutex_t *)&lock);
    shared++; //~ violated no-data-race
    pthread_mutex_unlock((pthread_mutex_t *)&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    pthread_create(&thread, 0, writes, 0);
    return 0;
}
