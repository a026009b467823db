//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The other thread is joined.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int first_result, second_result;

static void *first(void *argument)
{
    while (__VERIFIER_nondet_int())
        first_result++;
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
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(b, 0);
    return first_result; //~ violated no-data-race
}
