//@ run: verify %s --property unreach-call --time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// Another thread may read what main has written before main ends the run.
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
    exit(0);
}
