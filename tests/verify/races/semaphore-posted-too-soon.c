//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The consumer is told before the item is there.
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int item;

static void *produce(void *argument)
{
    sem_post(&filled);
    item = 7; //~ violated no-data-race
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
