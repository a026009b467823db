//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// POSIX lets a thread wake up without a signal: whoever waits has to look again.
#include <pthread.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int is_ready;

int main(void)
{
    pthread_mutex_lock(&mutex);
    if (!is_ready)
        pthread_cond_wait(&condition, &mutex);
    if (!is_ready)
        reach_error(); //~ violated unreach-call
    pthread_mutex_unlock(&mutex);
    return 0;
}
