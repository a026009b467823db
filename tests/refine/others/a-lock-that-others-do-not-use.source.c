// See a-lock-that-others-do-not-use.target.c.
#include <pthread.h>
pthread_mutex_t m;
int x, y;
int f(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 1;
}
