//@ run: verify %s --property unreach-call --cpu-time 5
//@ truth: fails
//@ verdict: unknown(inconclusive)
//@ shows: another thread may see it half done
// A copy of many bytes is no single step of a machine, and here another thread reads meanwhile.
#include <assert.h>
#include <pthread.h>
struct pair {
    int values[32];
} shared, ones;
static void *writer(void *unused)
{
    ones.values[0] = ones.values[31] = 1;
    shared = ones;
    return unused;
}
static void *reader(void *unused)
{
    struct pair copy = shared;
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
