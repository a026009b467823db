//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// An offset of 2 to the 64 bytes is not one of none.

int main(void)
{
    int a[2] = { 1, 2 };
    long far = 1L << 62;
    int *p = a;
    p = p + far; //~ violated pointer-arithmetic
    return *p;
}
