//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// No block is given for an alignment that is no power of two.
#include <stdlib.h>
int main(void)
{
    void *block = 0;
    posix_memalign(&block, 24, 24);
    *(char *)block = 1; //~ violated valid-deref
    free(block);
    return 0;
}
