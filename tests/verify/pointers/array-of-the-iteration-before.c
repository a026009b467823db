//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// The array of an iteration is dead in the next one.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *before = 0;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int a[2 + (i & 1)];
        a[0] = i;
        if (before)
            sum += *before & 1; //~ violated valid-deref
        before = a;
    }
    return 0;
}
