//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Numbers are written as the format reads them.
#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    int x, n;
    unsigned char y;
    if (scanf("%d,%hhx", &x, &y) == 2 && x == -42 && y == 0xbe)
        if (scanf("n=%d", &n) == 1 && n == 6 && scanf("%d", &n) < 1)
            reach_error(); //~ violated unreach-call
    return 0;
}
