//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// What %s reads has no end.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    char word[3] = { 'a', 'b', 'c' };
    printf("%s\n", word); //~ violated valid-deref
    return 0;
}
