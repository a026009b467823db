//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The count of references is changed by both.
#include <pthread.h>
#include <stdatomic.h>

static int references = 2;

static void release(void)
{
    references = references - 1; //~ violated no-data-race
}

static void *run(void *argument)
{
    release();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    release();
    pthread_join(thread, 0);
    return references;
}
