//@ run: verify %s --property unreach-call --time 5
//@ truth: holds
//@ verdict: unknown(timeout)
// Fifty pushes at most, so that there is room for each of them.
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int top;

static void *pushes(void *argument)
{
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&mutex);
        if (top == 50)
            reach_error();
        top++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

static void *pops(void *argument)
{
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&mutex);
        if (top > 0)
            top--;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, pushes, 0);
    pthread_create(&two, 0, pops, 0);
    return 0;
}
