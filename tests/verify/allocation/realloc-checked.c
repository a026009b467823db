//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The block may not be there, and is used only where it is.
#include <stdlib.h>
int main(void)
{
    int *p = realloc(0, 4 * sizeof *p);
    if (p)
        p[3] = 1;
    free(p);
    return 0;
}
