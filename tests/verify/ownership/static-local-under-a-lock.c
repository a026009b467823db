//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// A static variable of a function, with the lock beside it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int next_number(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static int last;
    pthread_mutex_lock(&mutex);
    int number = ++last;
    pthread_mutex_unlock(&mutex);
    return number;
}

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int())
        next_number();
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
