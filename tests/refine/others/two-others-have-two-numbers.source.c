// See two-others-have-two-numbers.target.c.
#include <pthread.h>
pthread_t owner;
int f(void)
{
    owner = 0;
    owner = 0;
    return 0;
}
