//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// One thread uses an atomic operation, the other a plain one.
#include <pthread.h>

static int count;

static void *run(void *argument)
{
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST); //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    count++;
    pthread_join(thread, 0);
    return count;
}
