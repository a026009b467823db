// What others do, for the-lock-keeps-others-out.target.c.
#include <pthread.h>
pthread_mutex_t m;
int x;
void env(void)
{
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
}
