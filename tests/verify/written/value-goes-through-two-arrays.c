//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// What was read where nothing was written is stored elsewhere, and asked about there.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[8], b[8];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 7)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    for (int i = 0; i < 8; i++)
        b[7 - i] = a[i];
    while (__VERIFIER_nondet_int())
        ;
    if (b[0] > 0) //~ violated initialised
        return 1;
    return 0;
}
