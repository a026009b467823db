//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// The array dies with its block, not with its function.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    {
        int a[3 + (n & 1)];
        a[0] = 1;
        p = a;
    }
    return *p; //~ violated valid-deref
}
