//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// C17 7.21.6.2p12.
#include <stdio.h>

int main(void)
{
    long number = 0;
    if (scanf("%d", &number) == 1) //~ violated undefined
        return 1;
    return 0;
}
