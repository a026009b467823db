//@ run: verify %s --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Who finds the lock taken writes what is there already.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
atomic_int l;
int x;
static void *worker(void *u)
{
    for (;;) {
        while (atomic_exchange(&l, 1)) ;
        x = 1;
        x = x + 1;
        if (x != 2) reach_error();
        atomic_store(&l, 0);
    }
    return u;
}
int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
    return 0;
}
