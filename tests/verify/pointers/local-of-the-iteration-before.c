//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// A local of the loop body is another one in the next iteration.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *before = 0;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int x = i;
        if (before)
            sum += *before & 1; //~ violated valid-deref
        before = &x;
    }
    return 0;
}
