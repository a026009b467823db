//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: int *p = calloc(n, sizeof *p);...p = block 1
//@ hides: `calloc(n, sizeof *p)` is
// Whether a product is a size is asked where `calloc` is called, and is nothing that the text says.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 1;
    int *p = calloc(n, sizeof *p);
    int q = p[n]; //~ violated valid-deref
    free(p);
    return q;
}
