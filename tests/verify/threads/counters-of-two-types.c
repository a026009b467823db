//@ run: verify %s --property unreach-call --time 5
//@ truth: fails
//@ verdict: unknown(timeout)
// A ticket lock of eight bits beside a counter of thirty-two; with 256 threads it breaks.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned char next, serving;
static int inside;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    unsigned char mine = next++;
    __VERIFIER_atomic_end();
    while (serving != mine)
        ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    serving = serving + 1;
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
    return 0;
}
