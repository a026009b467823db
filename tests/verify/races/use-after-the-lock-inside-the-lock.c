//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// All that is shared is touched under the lock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int accounts[2];

static int *account(int number)
{
    return &accounts[number];
}

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    int *mine = account(0);
    *mine += 10;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_mutex_lock(&mutex);
    accounts[0] -= 5;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return accounts[0];
}
