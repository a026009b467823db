//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The second call ends without a value; that of the first one is gone.
extern int __VERIFIER_nondet_int(void);

static int twice(int x)
{
    if (x > 0)
        return 2 * (x & 7);
}

int main(void)
{
    int sum = 0;
    for (int i = 1; i >= 0; i--)
        if (twice(i) > 1) //~ violated undefined
            sum++;
    return sum;
}
