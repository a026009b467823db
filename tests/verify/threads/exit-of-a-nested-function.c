//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `pthread_exit` ends its thread wherever it is called, with the result that is joined.
#include <pthread.h>

extern void reach_error(void);

static void give_up(int code)
{
    if (code > 2)
        pthread_exit((void *)(long)code);
}

static void *run(void *argument)
{
    for (int i = 0; i < 9; i++)
        give_up(i);
    reach_error();
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, &result);
    if (result != (void *)3)
        reach_error();
    return 0;
}
