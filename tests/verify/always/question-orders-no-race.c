//@ run: verify %s --property no-data-race
//@ truth: fails
//@ verdict: false(no-data-race)
// What holds a write and its question together is no lock: the writes race as they do without it.
#include <pthread.h>

static int x;
//@ invariant x <= 2;

static void *work(void *argument)
{
    x = 1; //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    x = 2;
    return 0;
}
