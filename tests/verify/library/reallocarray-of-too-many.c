//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A product that does not fit gives null.
#include <stdlib.h>
extern void *reallocarray(void *, size_t, size_t);
int main(void)
{
    int *a = reallocarray(0, (size_t)-1, sizeof(int));
    a[0] = 1; //~ violated valid-deref
    free(a);
    return 0;
}
