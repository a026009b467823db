//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// What `alloca` gives is gone when the function returns.
extern int __VERIFIER_nondet_int(void);

static int *make(void)
{
    int *p = __builtin_alloca(sizeof *p);
    *p = 1;
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p = make();
    return *p; //~ violated valid-deref
}
