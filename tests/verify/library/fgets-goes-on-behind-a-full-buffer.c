//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A line that fills the buffer says nothing about what comes behind it.
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin) == NULL || line[2] != 'a')
        return 0;
    if (fgets(line, sizeof line, stdin) != NULL)
        reach_error(); //~ violated unreach-call
    return 0;
}
