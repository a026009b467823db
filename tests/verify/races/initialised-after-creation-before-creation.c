//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// What was written before the creation is seen by the thread.
#include <pthread.h>

static int setting;

static void *run(void *argument)
{
    return setting ? argument : 0;
}

int main(void)
{
    pthread_t thread;
    setting = 1;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
