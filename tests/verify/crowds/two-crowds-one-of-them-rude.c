//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Red ones take the place from blue ones.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int owner;

static void *red(void *argument)
{
    while (1) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(owner != 0);
        owner = 1;
        __VERIFIER_atomic_end();
        if (owner != 1)
            reach_error();
        owner = 0;
    }
    return argument;
}

static void *blue(void *argument)
{
    while (1) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(owner == 0);
        owner = -1;
        __VERIFIER_atomic_end();
        if (owner != -1)
            reach_error(); //~ violated unreach-call
        owner = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, red, 0);
        pthread_create(&thread, 0, blue, 0);
    }
}
