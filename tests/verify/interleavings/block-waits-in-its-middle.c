//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// A block that waits in its middle has not begun: nobody sees its first write without its second one.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int a, b, go;

static void *work(void *argument)
{
    int value = (int)(long)argument;
    __VERIFIER_atomic_begin();
    a = value;
    __VERIFIER_assume(go);
    b = value;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)(long)__VERIFIER_nondet_int());
    __VERIFIER_atomic_begin();
    int same = a == b;
    __VERIFIER_atomic_end();
    if (!same)
        reach_error();
    go = 1;
    __VERIFIER_atomic_begin();
    same = a == b;
    __VERIFIER_atomic_end();
    if (!same)
        reach_error();
    return 0;
}
