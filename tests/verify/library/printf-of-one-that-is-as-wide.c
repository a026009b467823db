//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ model: LP64
// As wide as `intmax_t`, and another type (C17 7.21.6.1p9).
#include <stdio.h>
int main(void)
{
    printf("%jd\n", 5LL); //~ violated undefined
    return 0;
}
