//@ run: verify %s --property unreach-call --time 60
//@ truth: holds
//@ verdict: true
// No two threads have one number: that is about two of them, and a third one that draws its own.
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
    __VERIFIER_assume(next != UINT_MAX);
    next++;
    unsigned mine = next;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    if (stamp == mine)
        reach_error();
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
