//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The last element that is read is one that nothing was written to.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[1000];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 900)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    while (__VERIFIER_nondet_int())
        ;
    int most = 0;
    for (int i = 0; i <= n; i++)
        if (a[i] > most) //~ violated initialised
            most = 1;
    return most;
}
