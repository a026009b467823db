//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The lock is given back between the two writes.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int in, out, count;
static void *worker(void *u)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (in != out) reach_error(); //~ violated unreach-call
        in++;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        out++;
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
    return 0;
}
