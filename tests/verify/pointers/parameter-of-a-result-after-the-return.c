//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// The same where the record comes straight from another call.
extern int __VERIFIER_nondet_int(void);

struct pair {
    int a[2];
};

static struct pair make(void)
{
    struct pair s = {{1, 2}};
    return s;
}

static int *second(struct pair s)
{
    int *p = &s.a[1];
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return *second(make()); //~ violated valid-deref
}
