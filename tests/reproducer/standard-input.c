//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// What the run reads stands in the standard input.
#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    char line[8];
    if (!fgets(line, sizeof line, stdin) || line[0] != 'o' || line[1] != 'k')
        return 0;
    if (getchar() == '!' && getchar() == EOF)
        reach_error(); //~ violated unreach-call
    return 0;
}
