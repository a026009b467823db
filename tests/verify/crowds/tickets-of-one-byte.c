//@ run: verify %s --property unreach-call --cpu-time 6
//@ truth: fails
//@ verdict: unknown(timeout)
// After 256 threads two have one number. No run of ours is that long, and nothing is proved.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned char next, stamp;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    next++;
    unsigned char mine = next;
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
