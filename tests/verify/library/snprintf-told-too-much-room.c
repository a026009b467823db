//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The buffer is shorter than the count.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    char text[8];
    snprintf(text, 16, "%s", "0123456789"); //~ violated valid-deref
    return text[0];
}
