//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: holds
//@ verdict: true
// Everybody draws a number and waits until it is called. Numbers may wrap around.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_uint next, serving;
static int owner;

static void *first(void *argument)
{
    while (1) {
        unsigned mine = atomic_fetch_add(&next, 1);
        while (serving != mine)
            ;
        owner = 1;
        if (owner != 1)
            reach_error();
        serving = serving + 1;
    }
    return argument;
}

static void *second(void *argument)
{
    while (1) {
        unsigned mine = atomic_fetch_add(&next, 1);
        while (serving != mine)
            ;
        owner = 2;
        if (owner != 2)
            reach_error();
        serving = serving + 1;
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
