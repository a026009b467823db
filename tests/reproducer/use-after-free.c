//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: heap-use-after-free
// The block is gone on one way only.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    if (__VERIFIER_nondet_int() == 99)
        free(p);
    int x = *p; //~ violated valid-deref
    free(p);
    return x;
}
