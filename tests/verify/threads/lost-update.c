//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: thread 2: add
//@ shows: thread 3: add
//@ shows: counter++; ... reads counter = 0
//@ shows: reproducer: confirmed by cc
// The switch is in the middle of `counter++`, and the reproducer makes it happen there.
#include <pthread.h>

extern void reach_error(void);
static int counter;

static void *add(void *argument)
{
    counter++;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (counter != 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
