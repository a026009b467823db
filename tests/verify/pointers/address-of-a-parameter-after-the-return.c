//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// A parameter is a local.
extern int __VERIFIER_nondet_int(void);

static int *same(int x)
{
    int *p = &x;
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p = same(n);
    return *p & 1; //~ violated valid-deref
}
