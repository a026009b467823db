//@ run: verify %s --property unreach-call --time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// The second phase reads what the other thread has not yet computed.
#include <pthread.h>

extern void reach_error(void);
static pthread_barrier_t barrier;
static int first_half[2], second_half[2];

static void *work(void *argument)
{
    int me = argument != 0;
    first_half[me] = 1;
    second_half[me] = first_half[1 - me];
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, &barrier);
    work(0);
    pthread_join(thread, 0);
    if (second_half[0] + second_half[1] != 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
