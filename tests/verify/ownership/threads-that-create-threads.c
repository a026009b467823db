//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// A thread sets something up and creates those that read it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int limit, count;

static void *inner(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (count < limit)
        count++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *outer(void *argument)
{
    limit = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, inner, 0);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex);
    count = 0;
    pthread_mutex_unlock(&mutex);
    return limit;
}
