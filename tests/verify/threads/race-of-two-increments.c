//@ run: verify %s --property no-data-race --reproducer %t.c
//@ truth: fails
//@ verdict: false(no-data-race)
//@ shows: reproducer: confirmed by cc: ... data race
// ThreadSanitizer is asked with the program as it is: forced turns would order the accesses.
#include <pthread.h>

static int counter;

static void *add(void *argument)
{
    counter++; //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
