//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The block is changed when others may have found it.
#include <pthread.h>

#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *work(void *argument)
{
    struct node *node = malloc(sizeof *node);
    node->value = 0;
    pthread_mutex_lock(&mutex);
    node->next = list;
    list = node;
    for (struct node *it = list; it; it = it->next)
        it->value++;
    pthread_mutex_unlock(&mutex);
    node->value = 1; //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    return 0;
}
