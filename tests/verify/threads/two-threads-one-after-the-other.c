//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A thread that is alone again has no turn left over for the one that it creates next.
#include <pthread.h>

extern void reach_error(void);

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    reach_error(); //~ violated unreach-call
    return 0;
}
