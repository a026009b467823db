//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// One input of four billion makes a thread leave twice.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int come, gone;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    come++;
    __VERIFIER_atomic_end();
    int left = gone;
    if (left >= come)
        reach_error(); //~ violated unreach-call
    __VERIFIER_atomic_begin();
    gone++;
    if (__VERIFIER_nondet_int() * 7 == 123456789)
        gone++;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
    return 0;
}
