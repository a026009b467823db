//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: holds
//@ verdict: true
// Threads are created without end, each draws a number; nobody looks at runs in which there are too
// many of them for an unsigned int.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_uint next, serving;
static atomic_int inside;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next != UINT_MAX);
    unsigned mine = next++;
    __VERIFIER_atomic_end();
    while (serving != mine)
        ;
    if (atomic_fetch_add(&inside, 1) != 0)
        reach_error();
    atomic_fetch_sub(&inside, 1);
    serving = serving + 1;
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
