//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The lock is that of another record of the same kind.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

struct account {
    int balance;
    pthread_mutex_t mutex;
    int n_changes;
};

static struct account accounts[10];

static struct account *choose(void)
{
    int index = __VERIFIER_nondet_int();
    if (index < 0 || index >= 10)
        index = 0;
    return &accounts[index];
}

static void *work(void *argument)
{
    struct account *account = choose(), *other = choose();
    pthread_mutex_lock(&other->mutex);
    account->balance += 5; //~ violated no-data-race
    pthread_mutex_unlock(&other->mutex);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
