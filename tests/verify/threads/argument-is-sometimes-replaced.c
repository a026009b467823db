//@ run: verify %s --property unreach-call --time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// The function that creates threads passes on what it was given, unless that is null.
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int good, bad;

static void *run(void *argument)
{
    if (argument == &bad)
        reach_error(); //~ violated unreach-call
    return argument;
}

static void spawn(void *argument)
{
    pthread_t thread;
    if (!argument)
        argument = &good;
    pthread_create(&thread, 0, run, argument);
}

int main(void)
{
    spawn(0);
    spawn(&bad);
    while (1) {
        pthread_mutex_lock(&mutex);
        good++;
        pthread_mutex_unlock(&mutex);
    }
}
