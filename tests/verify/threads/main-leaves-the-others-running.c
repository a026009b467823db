//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// `pthread_exit` in `main` does not end the program.
#include <pthread.h>

extern void reach_error(void);
static int is_late;

static void *run(void *argument)
{
    if (is_late)
        reach_error(); //~ violated unreach-call
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    is_late = 1;
    pthread_exit(0);
}
