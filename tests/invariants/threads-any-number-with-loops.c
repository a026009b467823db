//@ run: invariants %s
//@ exit: 0
//@ shows: the `for` loop in `work`; each time before its condition is evaluated:
//@ shows: Each thread relies on the others, and keeps itself, that
//@ shows:     in equals out while mutex is free
// Beside what threads rely on: what holds at the loops of any one of them.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned in, out;

static void *work(void *argument)
{
    int n = 0;
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mutex);
        if (in != out)
            reach_error();
        in++;
        out++;
        pthread_mutex_unlock(&mutex);
        n++;
        if (n > 10)
            reach_error();
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, work, 0);
    return 0;
}
