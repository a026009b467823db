//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The last job may be gone when the lock is taken.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int queued = 8, done;

static void *run(void *argument)
{
    while (1) {
        if (queued == 0)
            break;
        pthread_mutex_lock(&mutex);
        queued--;
        done++;
        if (queued < 0 || queued + done != 8)
            reach_error(); //~ violated unreach-call
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
