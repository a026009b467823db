//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// The array of the activation inside is gone when that returns.
extern int __VERIFIER_nondet_int(void);

static int *down(int n)
{
    int a[n + 1];
    int *p = a;
    p[0] = n;
    if (n > 0) {
        int *inner = down(n - 1);
        p[0] += *inner; //~ violated valid-deref
    }
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    down(n);
    return 0;
}
