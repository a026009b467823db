//@ run: verify %s --property no-data-race
//@ truth: holds
//@ verdict: true
// Streams are guarded by the library.
#include <pthread.h>
#include <stdio.h>

static void *run(void *argument)
{
    fprintf(stderr, "here\n");
    puts("and here");
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    fprintf(stderr, "there\n");
    pthread_join(thread, 0);
    return 0;
}
