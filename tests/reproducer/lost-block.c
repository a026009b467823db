//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ shows: LeakSanitizer: detected memory leaks
// The only pointer to the first block is overwritten.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(4);
    if (__VERIFIER_nondet_int() == 5)
        p = malloc(8);
    free(p);
    return 0; //~ violated valid-memtrack
}
