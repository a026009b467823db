//@ run: verify %s --property no-data-race
//@ truth: fails
//@ verdict: false(no-data-race)
// POSIX: `strtok` need not be safe to call in several threads, and it keeps its place in one variable.
#include <pthread.h>
#include <string.h>

static void *run(void *argument)
{
    char text[] = "a b";
    strtok(text, " ");
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    char text[] = "c d";
    strtok(text, " ");
    pthread_join(thread, 0);
    return 0;
}
