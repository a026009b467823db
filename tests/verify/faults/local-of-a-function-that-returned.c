//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: error[valid-deref]: use after scope: `*p` reads `x`, which is out of scope
// The variable is gone with its function.
static int *address(void)
{
    int x = 1, *p = &x;
    return p;
}
int main(void)
{
    int *p = address();
    return *p; //~ violated valid-deref
}
