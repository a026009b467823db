//@ run: verify %s --property unreach-call --engine bounded
//@ run: verify %s --property unreach-call --engine directed
//@ run: verify %s --property unreach-call --engine shape
//@ truth: holds
//@ verdict: unknown(unsupported)
//@ shows: looks at one thread alone, and the program creates others; `--engine threads` looks at all
// Engines that know one thread say nothing of several, at once.
#include <pthread.h>

extern void reach_error(void);
static int x;

static void *run(void *argument)
{
    if (x != 0)
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    return 0;
}
