//@ run: invariants %s --witness %t.yml
//@ exit: 3
//@ shows: exact, from all states. All of it was checked again.
// What holds is told; a witness of format 2.0 could not say of which moments.
#include <pthread.h>

static int x;

static void *work(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    while (!x)
        ;
    return 0;
}
