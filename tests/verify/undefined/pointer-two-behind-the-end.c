//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// One behind the end is as far as a pointer goes.

static int a[4];

int main(void)
{
    int *p = a;
    p += 4;
    p++; //~ violated pointer-arithmetic
    return 0;
}
