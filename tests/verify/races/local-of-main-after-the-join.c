//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// It is read when the thread is over.
#include <pthread.h>

static void *run(void *argument)
{
    *(int *)argument = 3;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int found = 0;
    pthread_create(&thread, 0, run, &found);
    pthread_join(thread, 0);
    found++;
    return found;
}
