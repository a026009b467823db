//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: heap-buffer-overflow
// A byte behind the end of a block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    if (n > 16)
        return 0;
    char *p = malloc(16);
    p[n] = 1; //~ violated valid-deref
    free(p);
    return 0;
}
