//@ run: invariants %s --time 10
//@ exit: 0
//@ shows: `main` before `done`; each time it stands there:
//@ shows:     x to numbers up to -1 or numbers from 1 on
//@ shows: `main` before `done = 2`; each time it stands there:
//@ shows:     x == 3
//@ hides: x == 0 || ...
//@ hides: `main` before `{ ...
// What an input may be is more than what was tried.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int x, done;

static void *work(void *argument)
{
    x = __VERIFIER_nondet_int();
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    while (!done)
        ;
    if (x == 3)
        done = 2;
    return 0;
}
