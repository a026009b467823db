//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// A pointer that the code compares with null may be null.
int f(int *p)
{
    int *q = p;
    if (!q)
        return *p; //~ violated valid-deref
    return 0;
}
