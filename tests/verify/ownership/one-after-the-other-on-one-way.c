//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The first is joined on one way only.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int shared;

static void *first(void *argument)
{
    while (__VERIFIER_nondet_int())
        shared++; //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    if (__VERIFIER_nondet_int())
        pthread_join(a, 0);
    pthread_create(&b, 0, first, 0);
    return 0;
}
