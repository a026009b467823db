//@ run: verify %s --property unreach-call --time 5
//@ truth: holds
//@ verdict: true
// `pthread_once` does it once.
#include <pthread.h>

extern void reach_error(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_set_up, n_times;

static void set_up(void)
{
    n_times++;
    is_set_up = 1;
}

static void *run(void *argument)
{
    pthread_once(&once, set_up);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, run, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (n_times != 1)
        reach_error();
    return is_set_up - 1;
}
