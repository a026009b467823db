//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A semaphore counts, and says why it was not taken.
#include <errno.h>
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static sem_t semaphore;

int main(void)
{
    int value;
    sem_init(&semaphore, 0, 2);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    sem_wait(&semaphore);
    sem_post(&semaphore);
    sem_wait(&semaphore);
    sem_wait(&semaphore);
    sem_getvalue(&semaphore, &value);
    if (value != 0 || sem_trywait(&semaphore) != -1 || errno != EAGAIN)
        reach_error();
    return sum;
}
