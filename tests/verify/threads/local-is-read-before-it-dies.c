//@ run: verify %s --property unreach-call --time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// A local that another thread knows holds its last value until the function returns.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);

pthread_t thread;

static void *watch(void *place)
{
    int *shared = place;
    if (*shared == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}

static void start(void)
{
    int local = 0;
    pthread_create(&thread, 0, watch, &local);
    local = 5;
}

int main(void)
{
    start();
    pthread_join(thread, 0);
    return 0;
}
