//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The result is read while the thread may still write it.
#include <pthread.h>

static int result;

static void *run(void *argument)
{
    result = 42; //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    int found = result;
    pthread_join(thread, 0);
    return found;
}
