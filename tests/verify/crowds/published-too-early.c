//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Whoever is created before may see what is not there yet.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int ready, data;

static void *run(void *argument)
{
    while (!ready)
        ;
    if (data != 5)
        reach_error(); //~ violated unreach-call
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, 0, run, 0);
    ready = 1;
    data = 5;
    while (1)
        pthread_create(&thread, 0, run, 0);
}
