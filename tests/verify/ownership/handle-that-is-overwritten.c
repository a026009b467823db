//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Two threads, one handle: the first is never joined.
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
    pthread_t a;
    pthread_create(&a, 0, first, 0);
    pthread_create(&a, 0, second, 0);
    pthread_join(a, 0);
    return first_result; //~ violated no-data-race
}
