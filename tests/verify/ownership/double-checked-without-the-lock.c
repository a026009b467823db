//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The first look is without the lock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_ready, value;

static void *work(void *argument)
{
    if (!is_ready) { //~ violated no-data-race
        pthread_mutex_lock(&mutex);
        if (!is_ready) {
            value = 7;
            is_ready = 1;
        }
        pthread_mutex_unlock(&mutex);
    }
    return value ? argument : 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
