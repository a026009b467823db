//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Before the join the second write may be missing.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x, y;

static void *work(void *argument)
{
    x = (int)(long)argument;
    y = x ^ 5;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, work, (void *)(long)value);
    if (x == 1000003 && y != 1000006)
        reach_error(); //~ violated unreach-call
    pthread_join(thread, 0);
    return 0;
}
