//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// What is written before the threads are created and only read then.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int table[100], size;

static void *work(void *argument)
{
    int sum = 0;
    for (int i = 0; i < size; i++)
        sum += table[i];
    return sum > 0 ? argument : 0;
}

int main(void)
{
    size = __VERIFIER_nondet_int();
    if (size < 0 || size > 100)
        return 0;
    for (int i = 0; i < size; i++)
        table[i] = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
