//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// An atomic flag orders the data before it.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int is_ready;

static void *run(void *argument)
{
    data = 42;
    is_ready = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int found = 0;
    pthread_create(&thread, 0, run, 0);
    if (is_ready)
        found = data;
    pthread_join(thread, 0);
    return found;
}
