//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A thread has one number, wherever it is asked for.
#include <pthread.h>

extern void reach_error(void);
static pthread_t self;

static void *run(void *argument)
{
    self = pthread_self();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    if (!pthread_equal(thread, self) || pthread_equal(thread, pthread_self()))
        reach_error();
    return 0;
}
