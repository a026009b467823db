//@ run: verify %s --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: note: reproducer: confirmed by cc: ...
// The other thread must try while the lock is held, behind whatever is asked about who releases it: only then does its
// round go by without counting. The reproducer has the switch between the last access and the release.
#include <assert.h>
#include <pthread.h>

static int n;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument)
{
    if (pthread_mutex_trylock(&mutex) == 0) {
        n = n + 1;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, count, 0);
    pthread_create(&second, 0, count, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(n == 2); //~ violated assertion
    return 0;
}
