//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Three threads, each with an element of its own; the last reads that of the first before it is filled.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int filled[3], given[3];

static void *fill(void *argument)
{
    int own = (int)(long)argument;
    filled[own] = given[own];
    if (own == 2 && filled[0] != given[0] && given[0] == 7777777)
        reach_error(); //~ violated unreach-call
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        given[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, fill, (void *)(long)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
