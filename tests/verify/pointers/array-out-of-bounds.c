//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The loop goes one too far.
int main(void)
{
    int a[4];
    for (int i = 0; i <= 4; i++)
        a[i] = i; //~ violated valid-deref
    return a[0];
}
