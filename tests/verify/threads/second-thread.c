//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// The interpreter runs one thread; that is said instead of guessed at.
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
        reach_error();
    return 0;
}
