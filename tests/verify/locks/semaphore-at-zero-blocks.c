//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody else posts.
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static sem_t semaphore;

int main(void)
{
    sem_init(&semaphore, 0, 1);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    sem_wait(&semaphore);
    sem_wait(&semaphore);
    reach_error();
    return sum;
}
