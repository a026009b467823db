//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ run: verify %s --property unreach-call --engine slicing
//@ truth: fails
//@ verdict: false(unreach-call)
// Nothing behind the creation of the thread asks anything: the thread does.
#include <pthread.h>

extern void reach_error(void);

static void *run(void *argument)
{
    reach_error(); //~ violated unreach-call
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
