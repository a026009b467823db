//@ run: verify %s --property valid-deref --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc: ... freed block
// The block is tested and then freed by somebody else; the reproducer watches accesses itself.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *use(void *argument)
{
    int *own = shared;
    if (own)
        *own = 1; //~ violated valid-deref
    return argument;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    if (!shared)
        return 0;
    pthread_create(&thread, 0, use, 0);
    free(shared);
    shared = 0;
    pthread_join(thread, 0);
    return 0;
}
