//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The thread may look before the value is there.
#include <pthread.h>

static int setting;

static void *run(void *argument)
{
    return setting ? argument : 0; //~ violated no-data-race
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    setting = 1;
    pthread_join(thread, 0);
    return 0;
}
