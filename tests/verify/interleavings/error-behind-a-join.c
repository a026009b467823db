//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// What is behind the join is seen after the thread's last write, whatever it is.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x, y;

static void *work(void *argument)
{
    x = (int)(long)argument;
    y = x ^ 5;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    void *result;
    pthread_create(&thread, 0, work, (void *)(long)value);
    pthread_join(thread, &result);
    if (y != (value ^ 5) || (int)(long)result != value)
        reach_error();
    return 0;
}
