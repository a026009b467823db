//@ run: verify %s --property no-data-race --cpu-time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Adjacent bit-fields are one memory location (C17 3.14p3), also where each has a byte of its own.
#include <pthread.h>
struct flags {
    unsigned ready : 8;
    unsigned done : 8;
} flags;
static void *first(void *unused)
{
    flags.ready = 1;
    return unused;
}
static void *second(void *unused)
{
    flags.done = 2; //~ violated no-data-race
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
