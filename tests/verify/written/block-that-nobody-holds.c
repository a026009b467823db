//@ run: verify %s --property valid-memtrack
//@ truth: fails
//@ verdict: false(valid-memtrack)
// Both members point to the second block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
    char *first, *second;
};

int main(void)
{
    struct pair pair;
    pair.first = malloc(8);
    pair.second = malloc(8);
    while (__VERIFIER_nondet_int())
        pair.first[__VERIFIER_nondet_int() & 7] = 0;
    pair.first = pair.second;
    while (__VERIFIER_nondet_int()) //~ violated valid-memtrack
        pair.first[__VERIFIER_nondet_int() & 7] = 0;
    free(pair.first);
    return 0;
}
