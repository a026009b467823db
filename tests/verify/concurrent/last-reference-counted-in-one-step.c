//@ run: verify %s --property valid-memsafety --time 20
//@ truth: holds
//@ verdict: true
// The count tells one of them only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
};

static void release(struct shared *it)
{
    if (atomic_fetch_sub(&it->references, 1) == 1)
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
