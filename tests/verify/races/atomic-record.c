//@ run: verify %s --property no-data-race --cpu-time 5
//@ truth: holds
//@ verdict: unknown(unsupported)
// Reading and writing an `_Atomic` record is one step each; that is not modelled.
#include <pthread.h>
struct pair {
    int x, y;
};
static _Atomic struct pair shared;
static void *writer(void *unused)
{
    struct pair own = { 1, 1 };
    shared = own;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, writer, 0);
    struct pair own = shared;
    pthread_join(a, 0);
    return own.x - own.y;
}
