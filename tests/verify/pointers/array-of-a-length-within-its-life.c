//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: holds
//@ verdict: true
// An array of any length, passed down and used while its function runs.
extern int __VERIFIER_nondet_int(void);

static int first(int *p)
{
    return *p;
}

static int use(int n)
{
    int a[n];
    a[0] = 7;
    return first(a);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return use(4);
}
