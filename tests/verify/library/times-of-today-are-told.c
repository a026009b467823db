//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// Only a year that is no `int` has no parts (POSIX, gmtime).
#include <stdio.h>
#include <time.h>
int main(void)
{
    time_t now = time(0);
    printf("%d\n", gmtime(&now)->tm_hour);
    printf("%d\n", localtime(&now)->tm_hour);
    return 0;
}
