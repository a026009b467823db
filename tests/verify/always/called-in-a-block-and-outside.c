//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Whether the function is in a block is not known where it stands.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int in, out;
//@ invariant in == out;

static void count_both(void)
{
    in++;
    out++;
}

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    count_both();
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    count_both();
    return 0;
}
