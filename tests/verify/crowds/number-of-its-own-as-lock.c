//@ run: verify %s --property unreach-call --time 60
//@ truth: holds
//@ verdict: true
// A lock that holds the number of who took it: the number of each thread is none of another.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_ulong owner;

static void *run(void *argument)
{
    unsigned long self = (unsigned long)pthread_self();
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(owner == 0);
    owner = self;
    __VERIFIER_atomic_end();
    if (owner != self)
        reach_error();
    owner = 0;
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
