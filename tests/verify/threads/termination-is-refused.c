//@ run: verify %s --property termination
//@ truth: holds
//@ verdict: unknown(unsupported)
// Whether threads come to an end is asked in vain, and that is said at once.
#include <pthread.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
