//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The copy is never freed.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    char *copy = strdup("hello");
    return copy && copy[0] == 'h'; //~ violated valid-memtrack
}
