//@ run: verify %s --deadlock --time 20 --property unreach-call
//@ truth: fails
//@ verdict: false(no-deadlock)
// The signal comes before anybody waits, and nobody looks at what it said.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&changed, &mutex); //~ violated no-deadlock
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
