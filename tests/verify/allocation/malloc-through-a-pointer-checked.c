//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The block may not be there, and is used only where it is.
#include <stdlib.h>
int main(void)
{
    void *(*allocate)(size_t) = malloc;
    int *p = allocate(sizeof *p);
    if (p)
        *p = 1;
    free(p);
    return 0;
}
