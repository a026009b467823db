//@ run: verify %s --deadlock --property unreach-call
//@ truth: fails
//@ verdict: false(no-deadlock)
// A plain mutex is taken twice by the only thread, behind a loop that depends on an input.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    int sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 1000; i++)
        sum = i;
    pthread_mutex_lock(&mutex);
    if (sum < 5)
        pthread_mutex_lock(&mutex); //~ violated no-deadlock
    return 0;
}
