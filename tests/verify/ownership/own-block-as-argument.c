//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Every thread gets a block of its own.
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
        job->output += job->input;
        job->input--;
    }
    return 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        struct job *job = malloc(sizeof *job);
        job->input = __VERIFIER_nondet_int();
        job->output = 0;
        pthread_create(&thread, 0, work, job);
    }
    return 0;
}
