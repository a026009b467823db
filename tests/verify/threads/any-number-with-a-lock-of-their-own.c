//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Threads without end, and a lock that the program makes itself: that `m` is one, and that it
// protects `x`, is found out.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int m, x;

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(m == 0);
    m = 1;
    __VERIFIER_atomic_end();
    x = 0;
    x = 1;
    if (x != 1)
        reach_error();
    __VERIFIER_atomic_begin();
    m = 0;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, work, 0);
}
