//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A thread releases a lock that it does not hold: one input in four billion, which no run
// finds. Nobody may prove that there is none.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int m, x;

static void acquire(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(m == 0);
    m = 1;
    __VERIFIER_atomic_end();
}

static void release(void)
{
    __VERIFIER_atomic_begin();
    m = 0;
    __VERIFIER_atomic_end();
}

/* Odd factors have inverses, so exactly one input does it. */
static int rarely(void)
{
    return (unsigned)__VERIFIER_nondet_int() * 2654435761u == 77u;
}

static void *careful(void *argument)
{
    acquire();
    x = 0;
    x = 1;
    if (x != 1)
        reach_error(); //~ violated unreach-call
    release();
    return argument;
}

static void *careless(void *argument)
{
    if (rarely())
        release();
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, careful, 0);
        pthread_create(&thread, 0, careless, 0);
    }
}
