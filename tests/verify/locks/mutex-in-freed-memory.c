//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A lock is memory: it must be there.
#include <pthread.h>
#include <stdlib.h>

struct guarded {
    pthread_mutex_t mutex;
    int value;
};

int main(void)
{
    struct guarded *it = malloc(sizeof *it);
    pthread_mutex_init(&it->mutex, 0);
    pthread_mutex_lock(&it->mutex);
    free(it);
    pthread_mutex_unlock(&it->mutex); //~ violated valid-deref
    return 0;
}
