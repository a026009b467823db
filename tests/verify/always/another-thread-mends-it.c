//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// For one moment it does not hold, and nobody who could look is there: it is asked all the same.
#include <pthread.h>

static int x;
//@ invariant x == 0; //~ violated unreach-call

static void *mend(void *argument)
{
    while (1)
        if (x)
            x = 0;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, mend, 0);
    x = 1;
    while (x)
        ;
    return 0;
}
