//@ run: verify %s --deadlock --property unreach-call
//@ run: verify %s --property no-deadlock
//@ truth: fails
//@ verdict: false(no-deadlock)
// Main waits for the thread, and the thread for main.
#include <pthread.h>

static pthread_t first;

static void *run(void *argument)
{
    pthread_join(first, 0); //~ violated no-deadlock
    return argument;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
