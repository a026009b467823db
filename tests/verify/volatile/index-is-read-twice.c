//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The check looks at another value than the access.
static volatile unsigned at;
static int a[4];
int main(void)
{
    if (at < 4)
        a[at] = 1; //~ violated valid-deref
    return 0;
}
