//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// A record of arguments and of the result for each worker, in an array of main's.
#include <pthread.h>

struct job {
    int from, to;
    long sum;
};
static int data[1000];

static void *work(void *argument)
{
    struct job *job = argument;
    job->sum = 0;
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
        pthread_join(threads[i], 0);
        total += jobs[i].sum;
    }
    return total != 499500;
}
