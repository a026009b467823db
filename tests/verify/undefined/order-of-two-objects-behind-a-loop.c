//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The same, where no concrete run need come.
extern int __VERIFIER_nondet_int(void);

static int a[4], b[4];

static int before(int *p, int *q)
{
    return p < q; //~ violated pointer-arithmetic
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= i;
    if (n > 3 && sum == 4)
        return before(a, b);
    return before(a, a + 1);
}
