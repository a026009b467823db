//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Waiting releases the lock and takes it again.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int n_items;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&mutex);
        while (n_items == 0)
            pthread_cond_wait(&filled, &mutex);
        n_items--;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    pthread_mutex_lock(&mutex);
    n_items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    return 0;
}
