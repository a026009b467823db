//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// Every thread is passed the address of one variable that goes on.
#include <pthread.h>

static void *run(void *argument)
{
    int number = *(int *)argument; //~ violated no-data-race
    return number > 1 ? argument : 0;
}

int main(void)
{
    pthread_t threads[2];
    int numbers[2];
    int i;
    for (i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, run, &i);
    }
    for (int j = 0; j < 2; j++)
        pthread_join(threads[j], 0);
    return numbers[0];
}
