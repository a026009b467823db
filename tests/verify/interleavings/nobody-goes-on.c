//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Both threads wait for ever if the input is odd, and what is behind is not reached; a deadlock violates nothing.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x;

static void *work(void *argument)
{
    pthread_mutex_lock(&m);
    if (x * x % 4 == 1) {
        pthread_mutex_lock(&m);
        reach_error();
    }
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t thread;
    x = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    if (x % 2 == 1)
        reach_error();
    return 0;
}
