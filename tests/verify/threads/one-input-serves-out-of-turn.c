//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// One input of four billion makes the first thread call the next number early.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static volatile unsigned next, serving;
static volatile int inside;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    unsigned mine = next++;
    __VERIFIER_atomic_end();
    while (serving != mine)
        ;
    inside = 1;
    if (inside != 1)
        reach_error(); //~ violated unreach-call
    inside = 0;
    serving = serving + 1;
    return argument;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, run, 0);
    pthread_create(&three, 0, run, 0);
    if (__VERIFIER_nondet_int() * 7 == 123456789)
        serving = serving + 1;
    return 0;
}
