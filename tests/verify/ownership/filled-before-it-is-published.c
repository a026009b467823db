//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// A block is filled while nobody else knows it, and put in the list under the lock.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static struct node *make(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = 0;
    return node;
}

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = make(__VERIFIER_nondet_int());
        node->value++;
        pthread_mutex_lock(&mutex);
        node->next = list;
        list = node;
        for (struct node *it = list; it; it = it->next)
            it->value++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
