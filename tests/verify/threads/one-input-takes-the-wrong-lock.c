//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A thread takes the wrong lock: one input in four billion, which no run
// finds. Nobody may prove that there is none.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t wrong = PTHREAD_MUTEX_INITIALIZER;
int x;

/* Odd factors have inverses, so exactly one input does it. */
static int rarely(void)
{
    return (unsigned)__VERIFIER_nondet_int() * 2654435761u == 77u;
}

static void *work(void *argument)
{
    pthread_mutex_t *mutex = rarely() ? &wrong : &right;
    pthread_mutex_lock(mutex);
    x = 0;
    x = 1;
    if (x != 1)
        reach_error(); //~ violated unreach-call
    pthread_mutex_unlock(mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, work, 0);
}
