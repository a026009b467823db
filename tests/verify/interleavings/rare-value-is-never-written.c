//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Even numbers only are written, whatever the input.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x;

static void *look(void *argument)
{
    int before = x;
    int after = x;
    if (before == 0 && after == 123456789)
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    unsigned value = (unsigned)__VERIFIER_nondet_int();
    pthread_create(&thread, 0, look, 0);
    x = (int)(value * 2);
    pthread_join(thread, 0);
    return 0;
}
