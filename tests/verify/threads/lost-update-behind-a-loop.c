//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Inputs and schedule are forced together; each thread asks for values of its own.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum;

static void *add(void *argument)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 3; i++)
        sum = sum + 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum = 0;
    pthread_create(&thread, 0, add, 0);
    sum += 10;
    pthread_join(thread, 0);
    if (sum == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
