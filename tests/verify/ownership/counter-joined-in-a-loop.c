//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Ten threads, one lock; the total is read without it when all are over.
#include <pthread.h>

static long count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    for (int i = 0; i < 100000; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[10];
    for (int i = 0; i < 10; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 10; i++)
        pthread_join(threads[i], 0);
    return count != 1000000;
}
