//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// The array dies when its function returns, and so does the one of another length behind it.
extern int __VERIFIER_nondet_int(void);

static int *make(int n)
{
    int a[n];
    int *p = a;
    *p = 1;
    return p;
}

int main(void)
{
    int *p = make(4);
    return *p; //~ violated valid-deref
}
