//@ run: verify %s --property valid-memsafety --time 20
//@ truth: fails
//@ verdict: false(valid-deref)
// The function that started the thread has returned, and its local is gone.
#include <pthread.h>
#include <stdlib.h>

static int result;

static void *run(void *argument)
{
    result = *(int *)argument; //~ violated valid-deref
    return 0;
}

static void start(pthread_t *thread)
{
    int number = 42;
    pthread_create(thread, 0, run, &number);
}

int main(void)
{
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
    return result;
}
