//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// The record that a call gives is gone behind the expression of the call.
extern int __VERIFIER_nondet_int(void);

struct pair {
    int a[2];
};

static struct pair make(int x)
{
    struct pair s = {{x, 2}};
    return s;
}

int main(void)
{
    int *p;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    p = make(3).a;
    return *p; //~ violated valid-deref
}
