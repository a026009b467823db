//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Who goes round a loop of its own for ever has written before: the others see that.
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x;
unsigned n;

void *writer(void *unused)
{
    x = 1;
    while (1)
        ;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    while (__VERIFIER_nondet_int())
        n++;
    if (x == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
