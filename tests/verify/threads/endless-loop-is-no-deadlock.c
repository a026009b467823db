//@ run: verify %s --deadlock --property unreach-call
//@ truth: holds
//@ verdict: true
// The thread that is joined goes round a loop for ever: it does not wait.
#include <pthread.h>

static void *run(void *argument)
{
    for (;;)
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
