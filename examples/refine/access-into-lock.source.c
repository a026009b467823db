// An access moved into a critical section: the source.
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void both(void)
{
    x = 1;
    pthread_mutex_lock(&m);
    y = 1;
    pthread_mutex_unlock(&m);
}
