//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Two threads add what they were given, each in a step of its own; the order does not matter.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    unsigned more = *(unsigned *)argument;
    pthread_mutex_lock(&m);
    sum += more;
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
        reach_error();
    return 0;
}
