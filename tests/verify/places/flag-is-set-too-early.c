//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// The flag is set before the number is there.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int ready, data, seen;

void *producer(void *unused)
{
    int value = __VERIFIER_nondet_int();
    if (value < 10)
        value = 10;
    ready = 1;
    data = value;
    return 0;
}

void *consumer(void *unused)
{
    while (!ready)
        ;
    int value = data;
    assert(value >= 10); //~ violated assertion
    seen = value;
    return 0;
}

void *idle(void *unused)
{
    unsigned i = 0;
    while (__VERIFIER_nondet_int())
        i++;
    return 0;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, producer, 0);
    pthread_create(&second, 0, consumer, 0);
    pthread_create(&third, 0, idle, 0);
    pthread_join(second, 0);
    assert(seen >= 10);
    return 0;
}
