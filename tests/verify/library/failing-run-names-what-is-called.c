//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: the standard input = " 5"
//@ hides: __linchpin
// Pieces of models have names that no user has written; he is told what `scanf` reads.
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    int x = 0;
    char text[8];
    if (scanf("%d", &x) == 1 && x == 5) {
        snprintf(text, sizeof text, "%d", x);
        if (text[0] == '5')
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
