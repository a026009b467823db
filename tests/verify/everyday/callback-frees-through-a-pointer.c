//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// free is called through a pointer, then the block is used.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    void (*release)(void *) = free;
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    release(p);
    return *p; //~ violated valid-deref
}
