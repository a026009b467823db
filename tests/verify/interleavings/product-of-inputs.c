//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A number is taken apart by two inputs, and only while the other thread has written one of them.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned a, b;

static void *give(void *argument)
{
    unsigned first = __VERIFIER_nondet_uint();
    a = first;
    b = a + 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    unsigned other = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, give, 0);
    if (b == 0 && a > 1 && other > 1 && other < 256 && a < 256 && a * other == 60491)
        reach_error(); //~ violated unreach-call
    pthread_join(thread, 0);
    return 0;
}
