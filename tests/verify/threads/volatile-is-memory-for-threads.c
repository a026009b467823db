//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// In a program with threads it is for them that a variable is volatile, not for a device.
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
    int before = is_set;
    pthread_join(thread, 0);
    if (before > 1 || is_set != 1)
        reach_error();
    return 0;
}
