//@ run: verify %s --property unreach-call --time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// The assumption ends the run, but not before others could have read what was written.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);

int g;

static void *watch(void *unused)
{
    if (g == 1)
        reach_error(); //~ violated unreach-call
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, watch, 0);
    g = 1;
    __VERIFIER_assume(0);
    return 0;
}
