//@ run: invariants %s --time 10
//@ exit: 0
//@ hides: internal error
// No check is there that fails or holds, and nobody wants the result of the thread: its join says less than others do.
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
