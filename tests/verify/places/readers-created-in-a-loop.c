//@ run: verify %s --property unreach-call --time 60
//@ truth: holds
//@ verdict: true
// Each thread reads any number of times and writes once, behind a read-write lock.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version;

static void *work(void *argument)
{
    int n_reads = __VERIFIER_nondet_int();
    for (int i = 0; i < n_reads; i++) {
        pthread_rwlock_rdlock(&lock);
        if (version < 0)
            reach_error();
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_wrlock(&lock);
    version++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], 0);
    if (version != 2)
        reach_error();
    return 0;
}
