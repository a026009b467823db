//@ run: verify %s --property unreach-call --time 20
//@ truth: holds
//@ verdict: true
// Any number of workers take jobs from a queue whose length is guarded by a mutex.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int queued = 8, done;

static void *run(void *argument)
{
    while (1) {
        pthread_mutex_lock(&mutex);
        if (queued == 0) {
            pthread_mutex_unlock(&mutex);
            break;
        }
        queued--;
        done++;
        if (queued < 0 || queued + done != 8)
            reach_error();
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
