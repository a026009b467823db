//@ run: verify %s --property no-data-race
//@ truth: fails
//@ verdict: false(no-data-race)
// Output reads the strings that it prints.
#include <pthread.h>
#include <stdio.h>

char text[4] = "ab";

static void *shorten(void *unused)
{
    text[1] = 0; //~ violated no-data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, shorten, 0);
    printf("%s", text);
    pthread_join(thread, 0);
    return 0;
}
