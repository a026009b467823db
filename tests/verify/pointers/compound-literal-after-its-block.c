//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// A compound literal lives as long as the block around it.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = 0;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (n != 3) {
        p = (int[]){n, 1};
        sum += p[1];
    }
    return p ? p[1] : 0; //~ violated valid-deref
}
