//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The order of the first two statements matters.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int flag1, flag2, turn;
static int owner;

static void *first(void *argument)
{
    while (1) {
        turn = 2;
        flag1 = 1;
        while (flag2 && turn == 2)
            ;
        owner = 1;
        if (owner != 1)
            reach_error(); //~ violated unreach-call
        flag1 = 0;
    }
    return argument;
}

static void *second(void *argument)
{
    while (1) {
        turn = 1;
        flag2 = 1;
        while (flag1 && turn == 1)
            ;
        owner = 2;
        if (owner != 2)
            reach_error();
        flag2 = 0;
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
