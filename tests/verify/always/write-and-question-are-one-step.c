//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Each thread sees that it may write and writes in one step. With a turn between write and question the
// other thread would write, and the first would be blamed for what it never did.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a, b;
//@ invariant a == 0 || b == 0;

static void *first(void *argument)
{
    while (1) {
        __VERIFIER_atomic_begin();
        if (b == 0)
            a = 1;
        __VERIFIER_atomic_end();
        a = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    while (1) {
        __VERIFIER_atomic_begin();
        if (a == 0)
            b = 1;
        __VERIFIER_atomic_end();
        b = 0;
    }
}
