//@ run: verify %s --property unreach-call --time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// Two that take are woken, and one of them finds nothing: it has to look again.
#include <pthread.h>

extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[2], n_items;

static void put(int item)
{
    pthread_mutex_lock(&mutex);
    while (n_items == 2)
        pthread_cond_wait(&changed, &mutex);
    items[n_items++] = item;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static int take(void)
{
    pthread_mutex_lock(&mutex);
    if (n_items == 0)
        pthread_cond_wait(&changed, &mutex);
    if (n_items == 0)
        reach_error(); //~ violated unreach-call
    int item = items[--n_items];
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *consume(void *argument)
{
    take();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, consume, 0);
    pthread_create(&second, 0, consume, 0);
    put(1);
    put(2);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
