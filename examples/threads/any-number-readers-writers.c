//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: holds
//@ verdict: true
// Any number of readers and writers, whose state is guarded by a mutex.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int readers, is_written;

static void *run(void *argument)
{
    if (argument) {
        pthread_mutex_lock(&mutex);
        while (readers > 0 || is_written) {
            pthread_mutex_unlock(&mutex);
            pthread_mutex_lock(&mutex);
        }
        is_written = 1;
        pthread_mutex_unlock(&mutex);

        pthread_mutex_lock(&mutex);
        if (readers > 0)
            reach_error();
        is_written = 0;
        pthread_mutex_unlock(&mutex);
    } else {
        pthread_mutex_lock(&mutex);
        while (is_written || readers == INT_MAX) {
            pthread_mutex_unlock(&mutex);
            pthread_mutex_lock(&mutex);
        }
        readers++;
        pthread_mutex_unlock(&mutex);

        pthread_mutex_lock(&mutex);
        if (is_written)
            reach_error();
        readers--;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, __VERIFIER_nondet_bool() ? &mutex : 0);
    }
}
