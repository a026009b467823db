//@ run: verify %s --property unreach-call --time 10
//@ truth: holds
//@ verdict: true
// Updates may be lost, but there are no more of them than threads.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *look(void *argument)
{
    if (x > 30)
        reach_error();
    return argument;
}

static void *work(void *argument)
{
    int seen = x;
    x = seen + 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    for (int i = 0; i < 30; i++)
        pthread_create(&thread, 0, work, 0);
    return 0;
}
