//@ run: verify %s --property unreach-call --time 5
//@ truth: fails
//@ verdict: unknown(timeout)
// With 256 threads waiting, two of them have the same number.
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
    inside = 1;
    if (inside != 1)
        reach_error();
    inside = 0;
    serving = serving + 1;
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
