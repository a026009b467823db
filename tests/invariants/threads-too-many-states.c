//@ run: invariants %s --time 10
//@ verdict: unknown(inconclusive)
// Neither way leads to invariants; the reason is told.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned x, y;

static void *work(void *argument)
{
    while (1) {
        x = x + __VERIFIER_nondet_uint() * 3;
        y = x + y;
        if (y == 77)
            reach_error();
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, work, 0);
    return 0;
}
