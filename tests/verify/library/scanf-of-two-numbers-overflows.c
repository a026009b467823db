//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The sum of two numbers may be too large.
#include <stdio.h>

int main(void)
{
    int a, b;
    if (scanf("%d %d", &a, &b) != 2)
        return 0;
    return a + b; //~ violated no-overflow
}
