//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Between the two reads of the assertion another thread writes both.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *run(void *argument)
{
    x = 1;
    y = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    assert(x >= y); //~ violated assertion
    pthread_join(thread, 0);
    return 0;
}
