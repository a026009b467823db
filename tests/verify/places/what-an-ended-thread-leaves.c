//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: holds
//@ verdict: true
// What is true when a thread has ended, after a loop of any length.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int steps, done;

void *worker(void *unused)
{
    while (__VERIFIER_nondet_int())
        if (steps < 30000000)
            steps++;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(steps <= 30000000);
    pthread_join(thread, 0);
    assert(done == 1 && steps >= 0 && steps <= 30000000);
    return 0;
}
