//@ run: verify %s --property unreach-call --witness %t.yml
//@ truth: holds
//@ verdict: true
//@ exit: 3
// The format of witnesses has no threads; the verdict is told all the same.
#include <pthread.h>

extern void reach_error(void);
static int x;

static void *run(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    if (x != 1)
        reach_error();
    return 0;
}
