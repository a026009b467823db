// What others do, for two-others-have-two-numbers.target.c.
#include <pthread.h>
pthread_t owner;
void env(void)
{
    owner = pthread_self();
}
