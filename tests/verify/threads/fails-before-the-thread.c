//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The run that fails never comes to the second thread.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (__VERIFIER_nondet_int() == 42)
        reach_error(); //~ violated unreach-call
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
