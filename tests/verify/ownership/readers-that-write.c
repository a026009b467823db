//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A counter is changed under the read lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared, seen;

static void *work(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    seen += shared; //~ violated no-data-race
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
