//@ run: verify %s --deadlock --property unreach-call
//@ truth: fails
//@ verdict: false(no-deadlock)
// Clauses in comments do not keep deadlocks from being asked about.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

int main(void)
{
    pthread_mutex_lock(&mutex);
    x = 1;
    //@ assert x == 1;
    pthread_mutex_lock(&mutex); //~ violated no-deadlock
    return 0;
}
