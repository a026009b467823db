//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The value of a call is used, and the function gave none.
extern int __VERIFIER_nondet_int(void);

static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}

int main(void)
{
    int s = sign(__VERIFIER_nondet_int()); //~ violated undefined
    return s & 1;
}
