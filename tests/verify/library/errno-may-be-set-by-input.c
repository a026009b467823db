//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
#include <errno.h>
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    char line[4];
    errno = 0;
    if (fgets(line, 4, stdin) == 0 && errno != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
