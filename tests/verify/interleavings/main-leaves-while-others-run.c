//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The other thread fails before main ends the program, if main is slow.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x, y;

static void *work(void *argument)
{
    y = x + (int)(long)argument;
    if (y == 987654 && x == 54)
        reach_error(); //~ violated unreach-call
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)(long)__VERIFIER_nondet_int());
    x = 54;
    exit(0);
}
