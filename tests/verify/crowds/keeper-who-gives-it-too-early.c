//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// The keeper does not wait for the end of the turn, and two may count.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int turn, count;

static void *run(void *argument)
{
    while (1) {
        while (turn != 0)
            ;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(turn == 0);
        turn = 1;
        __VERIFIER_atomic_end();
        count = count + 1;
        count = count - 1;
        if (count != 0)
            reach_error();
        turn = 2;
    }
    return argument;
}

static void *keeper(void *argument)
{
    while (1) {
        while (turn == 0)
            ;
        if (count != 0)
            reach_error(); //~ violated unreach-call
        turn = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, keeper, 0);
    while (1)
        pthread_create(&thread, 0, run, 0);
}
