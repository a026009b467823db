//@ run: verify %s --property no-data-race --cpu-time 20
//@ truth: holds
//@ verdict: true
// A bit-field of width zero begins another memory location, and so does a member between them.
#include <pthread.h>
struct flags {
    unsigned ready : 8;
    unsigned : 0;
    unsigned done : 8;
    char between;
    unsigned last : 4;
} flags;
static void *first(void *unused)
{
    flags.ready = 1;
    flags.between = 1;
    return unused;
}
static void *second(void *unused)
{
    flags.done = 2;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    flags.last = 3;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
