//@ run: refine %s tests/refine/others/without-the-lock-others-come-between.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The second read is outside of the lock: a thread that takes it then comes between the two.
//@ env "the-lock-keeps-others-out.env.c";
#include <pthread.h>
pthread_mutex_t m;
int x;
int f(void)
{
    pthread_mutex_lock(&m);
    int a = x;
    pthread_mutex_unlock(&m);
    int b = x;
    return a == b;
}
