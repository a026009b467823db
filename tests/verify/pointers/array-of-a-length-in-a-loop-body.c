//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: holds
//@ verdict: true
// Each iteration has an array of its own, and uses that one only.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        int a[2 + (i & 1)];
        int *p = a;
        p[1] = i;
        sum += p[1];
    }
    return 0;
}
