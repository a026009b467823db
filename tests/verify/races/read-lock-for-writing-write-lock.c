//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Who writes takes the lock for writing.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *run(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_rwlock_rdlock(&lock);
    int found = value;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return found;
}
