//@ run: verify %s --property unreach-call --time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// What goes into memory that nobody else knows is read from a variable that others write.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);

int g;

static void *toggle(void *unused)
{
    g = 1;
    g = 0;
    return unused;
}

int main(void)
{
    int seen[2] = {0, 0};
    pthread_t thread;
    pthread_create(&thread, 0, toggle, 0);
    seen[0] = g;
    seen[1] = g;
    if (seen[0] == 0 && seen[1] == 1)
        reach_error(); //~ violated unreach-call
    pthread_join(thread, 0);
    return 0;
}
