//@ run: verify %s --property no-data-race
//@ truth: holds
//@ verdict: true
// Each variable has its own lock. The question reads both, and is nobody's access.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
//@ invariant x <= 1 && y <= 1;

static void *work(void *argument)
{
    pthread_mutex_lock(&a);
    x = 1;
    pthread_mutex_unlock(&a);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&b);
    y = 1;
    pthread_mutex_unlock(&b);
    return 0;
}
