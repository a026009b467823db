//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The block ends before.
#include <stdlib.h>

int main(void)
{
    char *block = aligned_alloc(16, 32);
    if (block) {
        block[32] = 1; //~ violated valid-deref
        free(block);
    }
    return 0;
}
