//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The semaphore is posted before the value is there.
#include <pthread.h>
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static sem_t ready;
static int value;

static void *give(void *argument)
{
    sem_post(&ready);
    value = (int)(long)argument;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int given = __VERIFIER_nondet_int();
    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, give, (void *)(long)given);
    sem_wait(&ready);
    int taken = value;
    if (taken != given && given % 4096 == 1234)
        reach_error(); //~ violated unreach-call
    return 0;
}
