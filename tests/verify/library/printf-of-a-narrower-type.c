//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
#include <stdio.h>

int main(void)
{
    printf("%ld\n", 1); //~ violated undefined
    return 0;
}
