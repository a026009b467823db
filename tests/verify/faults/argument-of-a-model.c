//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[undefined]: `pthread_mutex_unlock(&m)`: a mutex is not released by the thread that holds it, in the model of `pthread_mutex_unlock`
// A rule of the library, turned round.
#include <pthread.h>
int main(void)
{
    pthread_mutex_t m;
    pthread_mutex_init(&m, 0);
    pthread_mutex_unlock(&m); //~ violated undefined
    return 0;
}
