//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The smallest int has eleven characters.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int()); //~ violated valid-deref
    return 0;
}
