//@ run: verify %s --property valid-memsafety --time 20
//@ truth: fails
//@ verdict: false(valid-deref)
// Between looking and taking, another worker takes the last job.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jobs[3] = { 5, 6, 7 };
static int n_jobs = 3, done;

static void *work(void *argument)
{
    while (1) {
        if (n_jobs == 0)
            break;
        pthread_mutex_lock(&mutex);
        done += jobs[--n_jobs]; //~ violated valid-deref
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return done - 18;
}
