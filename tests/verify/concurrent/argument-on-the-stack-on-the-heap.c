//@ run: verify %s --property valid-memsafety --time 20
//@ truth: holds
//@ verdict: true
// The thread owns a block, and frees it.
#include <pthread.h>
#include <stdlib.h>

static int result;

static void *run(void *argument)
{
    result = *(int *)argument;
    free(argument);
    return 0;
}

static void start(pthread_t *thread)
{
    int *number = malloc(sizeof *number);
    *number = 42;
    pthread_create(thread, 0, run, number);
}

int main(void)
{
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
    return result;
}
