//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The first look is without the lock.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int configuration;
static int *instance;

static int *get(void)
{
    if (instance == 0) {
        pthread_mutex_lock(&mutex);
        if (instance == 0) {
            configuration = 42;
            instance = &configuration; //~ violated no-data-race
        }
        pthread_mutex_unlock(&mutex);
    }
    return instance;
}

static void *run(void *argument)
{
    return *get() == 42 ? argument : 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    int result = *get();
    pthread_join(thread, 0);
    return result;
}
