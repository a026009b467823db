//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// How much is copied was never said.

extern void *memset(void *, int, __SIZE_TYPE__);

int main(void)
{
    char a[8];
    __SIZE_TYPE__ n;
    memset(a, 0, n); //~ violated valid-deref
    return 0;
}
