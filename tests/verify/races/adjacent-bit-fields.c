//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Bit-fields side by side are one place (C17 3.14).
#include <pthread.h>

static struct {
    unsigned is_open : 1;
    unsigned is_dirty : 1;
} state;

static void *run(void *argument)
{
    state.is_open = 1; //~ violated no-data-race
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
