//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The distance between two objects is not C.

static char a[4], b[4];

int main(void)
{
    char *p = a, *q = b;
    return p - q == 4; //~ violated pointer-arithmetic
}
