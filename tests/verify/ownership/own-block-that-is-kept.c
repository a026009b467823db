//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The creator goes on using the block that it has given away.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct job {
    int input, output;
};

static void *work(void *argument)
{
    struct job *job = argument;
    while (job->input > 0) {
        job->output += job->input; //~ violated no-data-race
        job->input--;
    }
    return 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        struct job *job = malloc(sizeof *job);
        job->input = 3;
        job->output = 0;
        pthread_create(&thread, 0, work, job);
        job->output = 1;
    }
    return 0;
}
