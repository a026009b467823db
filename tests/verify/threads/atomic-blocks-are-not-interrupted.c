//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Blocks of the field, and functions whose names say that they are atomic; they nest.
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;

static void __VERIFIER_atomic_add(void)
{
    x++;
    y++;
}

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_add();
    if (x != y)
        reach_error();
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    __VERIFIER_atomic_add();
    __VERIFIER_atomic_begin();
    if (x != y)
        reach_error();
    __VERIFIER_atomic_end();
    pthread_join(thread, 0);
    if (x != 2)
        reach_error();
    return 0;
}
