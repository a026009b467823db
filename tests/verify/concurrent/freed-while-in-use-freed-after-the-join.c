//@ run: verify %s --property valid-memsafety --time 20
//@ truth: holds
//@ verdict: true
// The owner waits first.
#include <pthread.h>
#include <stdlib.h>

static int result;

static void *run(void *argument)
{
    result = *(int *)argument;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int *block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&thread, 0, run, block);
    pthread_join(thread, 0);
    free(block);
    return result;
}
