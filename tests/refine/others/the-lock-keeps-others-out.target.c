//@ run: refine %s tests/refine/others/the-lock-keeps-others-out.source.c
//@ truth: holds
//@ verdict: true
// Others write x under the lock only: between the two reads none of them is there. What they know of
// themselves, that the lock holds their number, is found out.
//@ env "the-lock-keeps-others-out.env.c";
#include <pthread.h>
pthread_mutex_t m;
int x;
int f(void)
{
    pthread_mutex_lock(&m);
    int a = x;
    int b = x;
    pthread_mutex_unlock(&m);
    return a == b;
}
