//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// The halves of the array do not meet.
#include <pthread.h>

static int values[4];

static void *run(void *argument)
{
    for (int i = 0; i < 2; i++)
        values[i] = 0;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    for (int i = 2; i < 4; i++)
        values[i] = 1;
    pthread_join(thread, 0);
    return values[3];
}
