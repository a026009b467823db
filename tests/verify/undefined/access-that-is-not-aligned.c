//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// An `int` lies at a multiple of its alignment.

int main(void)
{
    int a[2] = { 0, 0 };
    char *p = (char *)a + 1;
    int *q = (int *)p;
    return *q; //~ violated alignment
}
