// See without-the-lock-others-come-between.target.c.
#include <pthread.h>
pthread_mutex_t m;
int x;
int f(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 1;
}
