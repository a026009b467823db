//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What was released can be taken again.
#include <pthread.h>

extern void reach_error(void);
static pthread_mutex_t mutex;

int main(void)
{
    pthread_mutex_init(&mutex, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    reach_error(); //~ violated unreach-call
    return 0;
}
