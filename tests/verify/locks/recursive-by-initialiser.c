//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The kind of a mutex may stand in its initialiser.
#include <pthread.h>

extern void reach_error(void);
static struct {
    int number;
    pthread_mutex_t mutex;
} guarded[2] = {
    { 1, PTHREAD_MUTEX_INITIALIZER },
    { 2, { .__data = { .__kind = PTHREAD_MUTEX_RECURSIVE_NP } } },
};

int main(void)
{
    pthread_mutex_lock(&guarded[1].mutex);
    pthread_mutex_lock(&guarded[1].mutex);
    reach_error(); //~ violated unreach-call
    return 0;
}
