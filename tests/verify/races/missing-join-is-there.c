//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Joining orders the write before the read.
#include <pthread.h>

static int result;

static void *run(void *argument)
{
    result = 42;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    int found = result;
    return found;
}
