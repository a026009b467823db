//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Two members of a union, written by two threads.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static union {
    int number;
    char bytes[4];
} shared;

static void *writes_number(void *argument)
{
    shared.number = __VERIFIER_nondet_int();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writes_number, 0);
    shared.bytes[2] = 1; //~ violated no-data-race
    return 0;
}
