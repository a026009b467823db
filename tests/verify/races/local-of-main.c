//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A local variable is shared once its address is passed on.
#include <pthread.h>

static void *run(void *argument)
{
    *(int *)argument = 3; //~ violated no-data-race
    return 0;
}

int main(void)
{
    pthread_t thread;
    int found = 0;
    pthread_create(&thread, 0, run, &found);
    found++;
    pthread_join(thread, 0);
    return found;
}
