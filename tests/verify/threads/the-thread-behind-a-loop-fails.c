//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ run: verify %s --property unreach-call --engine slicing
//@ truth: fails
//@ verdict: false(unreach-call)
// The thread is created behind a loop that depends on an input.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum;

static void *run(void *argument)
{
    if (sum >= 0)
        reach_error(); //~ violated unreach-call
    return argument;
}

int main(void)
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum = i;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
