//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Three threads cannot do it: what three of them cannot break is not proved.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int inside;

static void *run(void *argument)
{
    atomic_fetch_add(&inside, 1);
    if (inside == 4)
        reach_error(); //~ violated unreach-call
    atomic_fetch_sub(&inside, 1);
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
