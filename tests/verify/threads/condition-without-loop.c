//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Waiting for a condition may end without a signal, and the reproducer lets it.
#include <pthread.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int n_items;

static void *put(void *argument)
{
    pthread_mutex_lock(&mutex);
    n_items = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, put, 0);
    pthread_mutex_lock(&mutex);
    if (n_items == 0)
        pthread_cond_wait(&filled, &mutex);
    int found = n_items;
    pthread_mutex_unlock(&mutex);
    if (found == 0)
        reach_error(); //~ violated unreach-call
    pthread_join(thread, 0);
    return 0;
}
