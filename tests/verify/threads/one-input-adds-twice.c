//@ run: verify %s --property unreach-call --time 5
//@ truth: fails
//@ verdict: unknown(timeout)
// One input of four billion makes a thread add a second time.
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
    if (__VERIFIER_nondet_int() * 7 == 123456789) {
        seen = x;
        x = seen + 1;
    }
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
