//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    int c = getchar();
    if (c == EOF)
        return 0;
    ungetc(c, stdin);
    getc(stdin);
    if (getchar() != c)
        reach_error(); //~ violated unreach-call
    return 0;
}
