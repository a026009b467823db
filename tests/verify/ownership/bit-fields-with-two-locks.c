//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Two bit-fields of one unit, each under a lock of its own.
#include <pthread.h>

static pthread_mutex_t left_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned left : 4, right : 4;
} shared;

static void *left(void *argument)
{
    pthread_mutex_lock(&left_mutex);
    shared.left++; //~ violated no-data-race
    pthread_mutex_unlock(&left_mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, left, 0);
    pthread_mutex_lock(&right_mutex);
    shared.right++;
    pthread_mutex_unlock(&right_mutex);
    return 0;
}
