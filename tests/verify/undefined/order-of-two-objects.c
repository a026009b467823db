//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Which of two objects lies first is not C.

static int a[4], b[4];

int main(void)
{
    return &a[1] < &b[1]; //~ violated pointer-arithmetic
}
