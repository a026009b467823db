//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// An ordinary local of a function that was replaced by its body is dead behind it.
extern int __VERIFIER_nondet_int(void);

static int *where(void)
{
    int x = 1;
    int *p = &x;
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p = where();
    return *p; //~ violated valid-deref
}
