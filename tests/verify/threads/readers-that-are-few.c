//@ run: verify %s --property unreach-call --time 10
//@ truth: holds
//@ verdict: true
// Whoever would make it too many does not come in.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned char readers;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    if (readers == 255) {
        __VERIFIER_atomic_end();
        return argument;
    }
    readers++;
    __VERIFIER_atomic_end();
    if (readers == 0)
        reach_error();
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
