//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: invariant violated: `in == out`
// The block ends between the two writes.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int in, out;
//@ invariant in == out; //~ violated unreach-call

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    in++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    out++;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    return 0;
}
