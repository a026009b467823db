//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// C17 7.21.6.1p9.
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    printf("%d\n", 1.0); //~ violated undefined
    return 0;
}
