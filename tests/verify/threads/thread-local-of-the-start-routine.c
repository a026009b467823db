//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Every thread begins with a variable of its own.
#include <pthread.h>

extern void reach_error(void);
static __thread int own = 1;

static void *run(void *argument)
{
    own++;
    if (own != 2)
        reach_error();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, run, 0);
    own += 5;
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (own != 6)
        reach_error();
    return 0;
}
