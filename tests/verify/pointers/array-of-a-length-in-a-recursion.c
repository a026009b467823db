//@ run: verify %s --property valid-deref
//@ truth: holds
//@ verdict: true
// Every activation has an array of its own; those further out live on.
extern int __VERIFIER_nondet_int(void);

static int down(int n, int *outer)
{
    int a[n + 1];
    a[0] = n;
    if (n > 0)
        return down(n - 1, a) + *outer;
    return *outer;
}

int main(void)
{
    int zero = 0;
    return down(3, &zero);
}
