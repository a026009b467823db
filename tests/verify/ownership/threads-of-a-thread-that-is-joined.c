//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Those that the joined thread created still run.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int count;

static void *inner(void *argument)
{
    count++; //~ violated no-data-race
    return argument;
}

static void *outer(void *argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, inner, 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    while (__VERIFIER_nondet_int())
        count--;
    return 0;
}
