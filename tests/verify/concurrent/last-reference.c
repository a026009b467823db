//@ run: verify %s --property valid-memsafety --time 20
//@ truth: fails
//@ verdict: false(valid-deref)
// Both may see that theirs is the last reference, and free twice.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
};

static void release(struct shared *it)
{
    it->references--;
    if (it->references == 0) //~ violated valid-deref
        free(it);
}

static void *run(void *argument)
{
    release(argument);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct shared *it = malloc(sizeof *it);
    atomic_init(&it->references, 2);
    pthread_create(&thread, 0, run, it);
    release(it);
    pthread_join(thread, 0);
    return 0;
}
