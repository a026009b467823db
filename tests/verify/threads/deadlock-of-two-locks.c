//@ run: verify %s --deadlock --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(no-deadlock)
//@ shows: deadlock: every thread waits for ever: thread 1 in `pthread_join(first, 0)`
//@ shows: waits for ever
//@ shows: reproducer: confirmed by cc: ... every thread still waits
// The locks are taken in different orders.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *argument)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return argument;
}

static void *two(void *argument)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); //~ violated no-deadlock
    x--;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
