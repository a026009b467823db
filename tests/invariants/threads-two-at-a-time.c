//@ run: invariants %s --time 120
//@ exit: 0
//@ shows: `writer` before `readers`; each time it stands there:
//@ shows:     readers == 0
//@ shows:     while another `writer` is before `readers` in line 38: never
//@ shows:   readers == (unsigned)(count(reader, line 25) + count(reader, line 28))
//@ shows: what a proof needs, two threads at a time. All of it was checked again.
// What nothing else says of any number of threads: where two of them stand, and how many are where.
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
    __VERIFIER_assume(!writes && readers == 0);
    writes = 1;
    __VERIFIER_atomic_end();
    if (readers)
        reach_error();
    writes = 0;
    return argument;
}
int main(void)
{
    pthread_t thread;
    while (1)
        { pthread_create(&thread, 0, reader, 0); pthread_create(&thread, 0, writer, 0); }
}
