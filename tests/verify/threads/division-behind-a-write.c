//@ run: verify %s --property unreach-call --time 2
//@ truth: fails
//@ verdict: unknown(timeout)
// Another thread may read what main has written before main divides by zero: no proof may rest on
// the division ending all runs.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);

int zero;
int g;

static void *watch(void *unused)
{
    if (g == 1)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;
    int divisor = zero;
    pthread_create(&thread, 0, watch, 0);
    g = 1;
    int quotient = 1 / divisor;
    return quotient;
}
