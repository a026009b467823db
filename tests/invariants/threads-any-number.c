//@ run: invariants %s
//@ exit: 0
//@ shows: Each thread relies on the others, and keeps itself, that
//@ shows:     in equals out while mutex is free
//@ hides: ...in is at most out...
// Of what holds, a proof needs some clauses, and those alone are told.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int in, out;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (in != out)
        reach_error();
    in++;
    out++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, work, 0);
    return 0;
}
