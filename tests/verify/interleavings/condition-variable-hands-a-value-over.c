//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// A value is handed over under a condition variable; there may be any.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int is_full, value;

static void *give(void *argument)
{
    int own = (int)(long)argument;
    pthread_mutex_lock(&m);
    value = own;
    is_full = 1;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int given = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, give, (void *)(long)given);
    pthread_mutex_lock(&m);
    if (!is_full)
        pthread_cond_wait(&full, &m);
    int taken = value;
    int was_full = is_full;
    pthread_mutex_unlock(&m);
    if (was_full && taken != given)
        reach_error();
    return 0;
}
