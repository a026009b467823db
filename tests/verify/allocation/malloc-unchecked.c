//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: fails
//@ verdict: false(valid-deref)
// The block may not be there, and nobody looks.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1; //~ violated valid-deref
    free(p);
    return 0;
}
