//@ run: verify %s --property valid-memsafety --time 20
//@ truth: holds
//@ verdict: true
// Looking and taking are done under one lock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jobs[3] = { 5, 6, 7 };
static int n_jobs = 3, done;

static void *work(void *argument)
{
    while (1) {
        pthread_mutex_lock(&mutex);
        if (n_jobs == 0) {
            pthread_mutex_unlock(&mutex);
            break;
        }
        done += jobs[--n_jobs];
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return done - 18;
}
