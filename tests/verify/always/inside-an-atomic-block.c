//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// In an atomic block nobody looks: it is asked at the end of the block, also of what functions write
// that the block calls.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int in, out, sum;
//@ invariant in == out; invariant sum == 2 * in;

static void count_both(void)
{
    in++;
    out++;
}

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    count_both();
    sum += 2;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    return 0;
}
