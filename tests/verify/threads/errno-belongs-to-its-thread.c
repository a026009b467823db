//@ run: verify %s --property unreach-call
//@ run: verify %s --property no-data-race
//@ truth: holds
//@ verdict: true
// What one thread finds in errno no other thread has written.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

extern void reach_error(void);
static sem_t closed;

static void *run(void *argument)
{
    errno = 0;
    sem_trywait(&closed);
    if (errno != EAGAIN)
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&closed, 0, 0);
    pthread_create(&thread, 0, run, 0);
    errno = 7;
    if (errno != 7)
        reach_error();
    pthread_join(thread, 0);
    return 0;
}
