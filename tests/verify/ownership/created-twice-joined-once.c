//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A thread is created again before the first is joined.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int first_result, second_result;

static void *first(void *argument)
{
    while (__VERIFIER_nondet_int())
        first_result++; //~ violated no-data-race
    return argument;
}

static void *second(void *argument)
{
    while (__VERIFIER_nondet_int())
        second_result++;
    return argument;
}

int main(void)
{
    pthread_t a;
    for (int i = 0; i < 2; i++)
        pthread_create(&a, 0, first, 0);
    pthread_join(a, 0);
    return 0;
}
