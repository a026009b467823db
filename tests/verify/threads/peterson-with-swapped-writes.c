//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Peterson's algorithm, but the turn is given away before the flag is up.
#include <pthread.h>

extern void reach_error(void);
static _Atomic int flag0, flag1, turn;
static int inside;

static void *zero(void *argument)
{
    turn = 1;
    flag0 = 1;
    while (flag1 && turn == 1)
        ;
    if (inside)
        reach_error();
    inside = 1;
    inside = 0;
    flag0 = 0;
    return argument;
}

static void *one(void *argument)
{
    turn = 0;
    flag1 = 1;
    while (flag0 && turn == 0)
        ;
    if (inside)
        reach_error(); //~ violated unreach-call
    inside = 1;
    inside = 0;
    flag1 = 0;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, zero, 0);
    pthread_create(&second, 0, one, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
