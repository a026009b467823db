//@ run: verify %s --property unreach-call
//@ run: verify %s --property no-data-race
//@ truth: holds
//@ verdict: true
// Functions that several threads call find the variable of their thread.
#include <pthread.h>

extern void reach_error(void);
static _Thread_local struct {
    int count;
    char name[4];
} own = { 3, "abc" };

static int *count(void)
{
    return &own.count;
}

static void step(void)
{
    ++*count();
}

static void *run(void *argument)
{
    step();
    step();
    if (*count() != 5 || own.name[1] != 'b')
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    step();
    if (*count() != 4)
        reach_error();
    pthread_join(thread, 0);
    return 0;
}
