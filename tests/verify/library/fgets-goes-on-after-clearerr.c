//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A terminal goes on behind the end of its input if the program asks for it.
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin) == NULL || line[0] != 'a' || line[1] != 0)
        return 0;
    clearerr(stdin);
    if (fgets(line, sizeof line, stdin) != NULL)
        reach_error(); //~ violated unreach-call
    return 0;
}
