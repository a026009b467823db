//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// `volatile` orders nothing for other threads.
#include <pthread.h>
#include <stdatomic.h>

static volatile int stop;

static void *run(void *argument)
{
    for (int i = 0; i < 3 && !stop; i++) //~ violated no-data-race
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    stop = 1;
    pthread_join(thread, 0);
    return 0;
}
