//@ run: verify %s --property unreach-call --time 20
//@ truth: holds
//@ verdict: true
// A transfer holds both locks, in the order of the accounts.
#include <pthread.h>

extern void reach_error(void);
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int balances[2] = { 100, 100 };

static void transfer(int from, int to, int amount)
{
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    balances[from] -= amount;
    balances[to] += amount;
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
}

static void *run(void *argument)
{
    transfer(0, 1, 30);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    transfer(1, 0, 10);
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    if (balances[0] + balances[1] != 200)
        reach_error();
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
    pthread_join(thread, 0);
    return 0;
}
