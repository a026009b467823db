//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The size is written when the first thread may read it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int size = 10;

static void *work(void *argument)
{
    return size > 0 ? argument : 0; //~ violated no-data-race
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    size = __VERIFIER_nondet_int();
    return 0;
}
