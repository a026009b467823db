//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// The same where only a proof could come to another answer.
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
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p = make(4);
    return *p; //~ violated valid-deref
}
