//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Between looking at the number and drawing it another thread looks, too.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned next, stamp;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    unsigned mine = next + 1;
    __VERIFIER_atomic_end();
    next = mine;
    __VERIFIER_atomic_begin();
    if (stamp == mine)
        reach_error(); //~ violated unreach-call
    stamp = mine;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
