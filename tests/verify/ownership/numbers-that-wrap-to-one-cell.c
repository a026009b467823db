//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The arguments are different numbers, and the same in eight bits.
#include <pthread.h>

static int results[256];

static void *work(void *argument)
{
    unsigned char number = (unsigned char)(long)argument;
    results[number] = 1; //~ violated no-data-race
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, (void *)(i * 256 + 7));
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return results[7];
}
