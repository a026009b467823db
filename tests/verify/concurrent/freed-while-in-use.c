//@ run: verify %s --property valid-memsafety --time 20
//@ truth: fails
//@ verdict: false(valid-deref)
// The owner frees the block while the thread reads it.
#include <pthread.h>
#include <stdlib.h>

static int result;

static void *run(void *argument)
{
    result = *(int *)argument; //~ violated valid-deref
    return 0;
}

int main(void)
{
    pthread_t thread;
    int *block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&thread, 0, run, block);
    free(block);
    pthread_join(thread, 0);
    return result;
}
