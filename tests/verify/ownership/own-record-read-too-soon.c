//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A worker may still write its result when it is read.
#include <pthread.h>

struct job {
    int from, to;
    long sum;
};
static int data[1000];

static void *work(void *argument)
{
    struct job *job = argument;
    job->sum = 0; //~ violated no-data-race
    for (int i = job->from; i < job->to; i++)
        job->sum += data[i];
    return 0;
}

int main(void)
{
    struct job jobs[4];
    pthread_t threads[4];
    for (int i = 0; i < 1000; i++)
        data[i] = i;
    for (int i = 0; i < 4; i++) {
        jobs[i].from = 250 * i;
        jobs[i].to = 250 * (i + 1);
        pthread_create(&threads[i], 0, work, &jobs[i]);
    }
    long total = 0;
    for (int i = 0; i < 4; i++) {
        total += jobs[i].sum;
        pthread_join(threads[i], 0);
    }
    return total != 499500;
}
