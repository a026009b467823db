//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A failed exchange writes what it found over what it expects: the second try succeeds.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int taken;
static int owner;

static void *first(void *argument)
{
    while (1) {
        int free = 0;
        while (!atomic_compare_exchange_strong(&taken, &free, 1))
            ;
        owner = 1;
        if (owner != 1)
            reach_error(); //~ violated unreach-call
        taken = 0;
    }
    return argument;
}

static void *second(void *argument)
{
    while (1) {
        int free = 0;
        while (!atomic_compare_exchange_strong(&taken, &free, 1))
            ;
        owner = 2;
        if (owner != 2)
            reach_error();
        taken = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, second, 0);
    first(0);
    return 0;
}
