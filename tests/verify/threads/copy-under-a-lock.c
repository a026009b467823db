//@ run: verify %s --property unreach-call --cpu-time 5
//@ truth: holds
//@ verdict: true
// Under a lock nobody sees a copy half done.
#include <assert.h>
#include <pthread.h>
struct pair {
    int values[32];
} shared, ones;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *unused)
{
    ones.values[0] = ones.values[31] = 1;
    pthread_mutex_lock(&lock);
    shared = ones;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    struct pair copy = shared;
    pthread_mutex_unlock(&lock);
    assert(copy.values[0] == copy.values[31]);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
