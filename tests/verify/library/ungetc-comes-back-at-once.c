//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// C17 7.21.7.10p3: one character.
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    int c = getchar();
    if (c == EOF)
        return 0;
    ungetc(c, stdin);
    if (getchar() != c)
        reach_error();
    return 0;
}
