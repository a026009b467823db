//@ run: verify %s --property valid-deref
//@ truth: holds
//@ verdict: true
//@ shows: vacuous
// Accesses are asked about where they stand, and none is reached.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[8];
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    int *p = a;
    for (int i = 0; i < n; i++)
        sum ^= i;
    __VERIFIER_assume(n > 3);
    __VERIFIER_assume(n < 2);
    return p[n];
}
