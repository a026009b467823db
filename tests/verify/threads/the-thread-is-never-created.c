//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// No run comes to where the thread would be created.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void *run(void *argument)
{
    reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_int();
    unsigned even = 0;
    for (unsigned i = 0; i < n; i++)
        even += 2;
    if (even % 2) {
        pthread_create(&thread, 0, run, 0);
        pthread_join(thread, 0);
    }
    return 0;
}
