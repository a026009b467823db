//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// One value of four billion, written between two reads of the other thread.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x;

static void *look(void *argument)
{
    int before = x;
    int after = x;
    if (before == 0 && after == 123456789)
        reach_error(); //~ violated unreach-call
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, look, 0);
    x = value * 3;
    pthread_join(thread, 0);
    return 0;
}
