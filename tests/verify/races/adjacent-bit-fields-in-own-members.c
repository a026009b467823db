//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Members of their own are places of their own.
#include <pthread.h>

static struct {
    unsigned is_open;
    unsigned is_dirty;
} state;

static void *run(void *argument)
{
    state.is_open = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    state.is_dirty = 1;
    pthread_join(thread, 0);
    return state.is_open;
}
