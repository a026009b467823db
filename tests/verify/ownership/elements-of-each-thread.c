//@ run: verify %s --property no-data-race
//@ truth: holds
//@ verdict: unknown(inconclusive)
// Every thread writes an element of its own. That they are different ones is not followed.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int results[1000];

static void *work(void *argument)
{
    long number = (long)argument;
    while (__VERIFIER_nondet_int())
        results[number]++;
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (long i = 0; i < n && i < 1000; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, work, (void *)i);
    }
    return 0;
}
