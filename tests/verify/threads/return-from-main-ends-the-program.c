//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// When `main` returns, no other thread takes a further step.
#include <pthread.h>

extern void reach_error(void);
static int is_over;

static void finish(void)
{
    is_over = 1;
}

static void *run(void *argument)
{
    if (is_over)
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    if (0)
        finish();
    return 0;
}
