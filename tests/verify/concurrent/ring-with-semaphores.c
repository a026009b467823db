//@ run: verify %s --property unreach-call --time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// Nobody counts the free places: the producer overwrites what was not yet taken.
#include <pthread.h>
#include <semaphore.h>

extern void reach_error(void);
static sem_t filled, empty;
static int place;

static void *produce(void *argument)
{
    for (int i = 1; i <= 3; i++) {
        place = i;
        sem_post(&filled);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&filled, 0, 0);
    sem_init(&empty, 0, 1);
    pthread_create(&thread, 0, produce, 0);
    for (int i = 1; i <= 3; i++) {
        sem_wait(&filled);
        if (place != i)
            reach_error(); //~ violated unreach-call
        sem_post(&empty);
    }
    pthread_join(thread, 0);
    return 0;
}
