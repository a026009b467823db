//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The lock is left out for a rare input: one of the two additions is lost if it is of any size.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    unsigned more = *(unsigned *)argument;
    if (more % 1000 != 77)
        pthread_mutex_lock(&m);
    sum += more;
    if (more % 1000 != 77)
        pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
    pthread_create(&one, 0, add, &first);
    pthread_create(&two, 0, add, &second);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (sum != first + second)
        reach_error(); //~ violated unreach-call
    return 0;
}
