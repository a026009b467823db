//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// One access is not in a block.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared;

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    shared++; //~ violated no-data-race
    __VERIFIER_atomic_end();
    return shared ? argument : 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
