//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// `x++` reads and writes: between them another thread writes.
#include <pthread.h>

extern void reach_error(void);
static int x;

static void *run(void *argument)
{
    x++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    x++;
    pthread_join(thread, 0);
    if (x == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
