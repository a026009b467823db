//@ run: verify %s --deadlock --time 20 --property unreach-call
//@ truth: holds
//@ verdict: true
// What the signal says stays, so that nobody waits for one that has gone.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_done;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    is_done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_mutex_lock(&mutex);
    while (!is_done)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
