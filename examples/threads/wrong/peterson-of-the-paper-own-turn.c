//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Each waits for the turn that it has given away.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int flag1, flag2, turn, critical1, critical2;

static void *first(void *argument)
{
    while (1) {
        flag1 = 1;
        turn = 2;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(flag2 == 0 || turn == 2);
        critical1 = 1;
        __VERIFIER_atomic_end();
        if (critical2)
            reach_error(); //~ violated unreach-call
        critical1 = 0;
        flag1 = 0;
    }
    return argument;
}

static void *second(void *argument)
{
    while (1) {
        flag2 = 1;
        turn = 1;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(flag1 == 0 || turn == 1);
        critical2 = 1;
        __VERIFIER_atomic_end();
        if (critical1)
            reach_error();
        critical2 = 0;
        flag2 = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, second, 0);
    first(0);
    return 0;
}
