//@ run: verify %s --property memcleanup --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-memcleanup)
//@ shows: heap blocks left at the end: 1
// A global pointer still leads to the block at the end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
int main(void)
{
    kept = malloc(4);
    if (__VERIFIER_nondet_int() != 5)
        free(kept);
    return 0; //~ violated valid-memcleanup
}
