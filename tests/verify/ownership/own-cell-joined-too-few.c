//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The last worker is not waited for.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int results[8];

static void *work(void *argument)
{
    int number = (int)(long)argument;
    while (__VERIFIER_nondet_int())
        results[number]++;
    return 0;
}

int main(void)
{
    pthread_t threads[8];
    for (long i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < 7; i++)
        pthread_join(threads[i], 0);
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum ^= results[i]; //~ violated no-data-race
    return sum;
}
