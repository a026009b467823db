//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: holds
//@ verdict: true
// It outlives the expression that it stands in.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = 0;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    p = (int[]){n, 1};
    sum += p[1];
    return p[1];
}
