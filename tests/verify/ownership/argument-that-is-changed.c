//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The number of a worker is its own at first only.
#include <pthread.h>

static int results[4];

static void *work(void *argument)
{
    long number = (long)argument;
    while (number < 3) {
        results[number] = 1; //~ violated no-data-race
        number++;
    }
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return results[0];
}
