//@ run: refine %s tests/refine/others/a-lock-that-others-do-not-use.source.c
//@ truth: holds
//@ verdict: true
// They know neither the lock nor y; what is known of them may still speak of both. (It was an internal
// error.)
//@ env "a-lock-that-others-do-not-use.env.c";
#include <pthread.h>
pthread_mutex_t m;
int x, y;
int f(void)
{
    pthread_mutex_lock(&m);
    int a = y;
    int b = y;
    pthread_mutex_unlock(&m);
    return a == b;
}
