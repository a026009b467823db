//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// All threads get the same block.
#include <pthread.h>

#include <stdlib.h>

struct job {
    int input, output;
};

static void *work(void *argument)
{
    struct job *job = argument;
    while (job->input > 0) { //~ violated no-data-race
        job->output += job->input;
        job->input--;
    }
    return 0;
}

int main(void)
{
    struct job *job = malloc(sizeof *job);
    job->input = 3;
    job->output = 0;
    pthread_t one, two;
    pthread_create(&one, 0, work, job);
    pthread_create(&two, 0, work, job);
    return 0;
}
