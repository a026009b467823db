//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The other thread has run when it is joined.
#include <pthread.h>

extern void reach_error(void);
static int x;

static void *other(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    if (x)
        reach_error(); //~ violated unreach-call
    return 0;
}
