//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A local object is `const` once it has its first value.

int main(void)
{
    const int limit = 5;
    int *p = (int *)&limit;
    *p = 6; //~ violated read-only
    return 0;
}
