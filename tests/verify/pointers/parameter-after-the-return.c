//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// A record that is passed by value is gone when the function returns, before the expression
// of the call ends.
extern int __VERIFIER_nondet_int(void);

struct pair {
    int a[2];
};

static int *second(struct pair s)
{
    int *p = &s.a[1];
    return p;
}

int main(void)
{
    struct pair s = {{1, 2}};
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return *second(s); //~ violated valid-deref
}
