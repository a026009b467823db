//@ run: invariants %s --time 10
//@ exit: 0
//@ shows: `main` before `done`; each time it stands there:
//@ shows:     result == 7 || done == 0
//@ shows:     result to 7
//@ shows: for any number of states. All of it was checked again.
// What is only written decides nothing, so proofs leave it out; people want to know it all the same. Neither of the two
// handles is read.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static int result, done;
static unsigned left;
static pthread_t handle;

static void *count_down(void *argument)
{
    left = __VERIFIER_nondet_uint();
    while (left > 0)
        left = left - 1;
    result = 7;
    done = 1;
    return argument;
}

int main(void)
{
    pthread_create(&handle, 0, count_down, 0);
    while (!done)
        ;
    return 0;
}
