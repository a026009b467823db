//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The same object as a plain one, through a pointer.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>

static atomic_int n_done;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int())
        n_done++; //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    *(int *)&n_done = 0;
    return 0;
}
