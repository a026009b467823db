//@ run: verify %s --property unreach-call --volatile any
//@ truth: fails
//@ verdict: false(unreach-call)
// If one says so, devices write there all the same.
#include <pthread.h>

extern void reach_error(void);
static volatile int is_set;

static void *run(void *argument)
{
    is_set = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    if (is_set != 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
