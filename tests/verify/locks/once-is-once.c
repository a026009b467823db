//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The second call does nothing.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void initialise(void)
{
    count++;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    pthread_once(&once, initialise);
    pthread_once(&once, initialise);
    if (count != 1)
        reach_error();
    return sum;
}
