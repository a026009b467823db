//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Each record has its lock; which one a thread uses is an input.
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
    while (__VERIFIER_nondet_int()) {
        struct account *account = choose();
        pthread_mutex_lock(&account->mutex);
        account->balance += 5;
        account->n_changes++;
        pthread_mutex_unlock(&account->mutex);
    }
    return argument;
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        accounts[i].balance = 0;
        pthread_mutex_init(&accounts[i].mutex, 0);
    }
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
