//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// The item is there when the consumer is told.
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int item;

static void *produce(void *argument)
{
    item = 7;
    sem_post(&filled);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&filled, 0, 0);
    pthread_create(&thread, 0, produce, 0);
    sem_wait(&filled);
    int found = item;
    pthread_join(thread, 0);
    return found;
}
