//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The pointer was fetched under the lock, what it leads to is changed after it.
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
    pthread_mutex_unlock(&mutex);
    *mine += 10; //~ violated no-data-race
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
