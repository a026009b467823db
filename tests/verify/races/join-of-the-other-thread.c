//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Only one of the two is waited for.
#include <pthread.h>

static int results[2];

static void *run(void *argument)
{
    *(int *)argument = 1; //~ violated no-data-race
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, &results[0]);
    pthread_create(&second, 0, run, &results[1]);
    pthread_join(first, 0);
    int sum = results[0] + results[1];
    pthread_join(second, 0);
    return sum;
}
