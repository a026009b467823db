//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// The second thread is created when the first is over.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int shared;

static void *first(void *argument)
{
    while (__VERIFIER_nondet_int())
        shared++;
    return argument;
}

static void *second(void *argument)
{
    while (__VERIFIER_nondet_int())
        shared--;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_join(a, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(b, 0);
    return shared;
}
