//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The blocks share two elements.

extern void *memcpy(void *, const void *, __SIZE_TYPE__);

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    memcpy(a + 1, a, 3 * sizeof(int)); //~ violated undefined
    return 0;
}
