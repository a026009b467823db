//@ run: verify %s --property unreach-call --time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// One reader more than the writer looks for.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned readers;
static int writes;
static void *reader(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writes);
    readers++;
    __VERIFIER_atomic_end();
    if (writes)
        reach_error();
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
    return argument;
}
static void *writer(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writes && readers <= 1);
    writes = 1;
    __VERIFIER_atomic_end();
    if (readers)
        reach_error(); //~ violated unreach-call
    writes = 0;
    return argument;
}
int main(void)
{
    pthread_t thread;
    while (1)
        { pthread_create(&thread, 0, reader, 0); pthread_create(&thread, 0, writer, 0); }
}
