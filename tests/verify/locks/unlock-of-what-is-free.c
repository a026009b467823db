//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// POSIX: undefined for a mutex of the default kind.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex); //~ violated undefined
    return 0;
}
