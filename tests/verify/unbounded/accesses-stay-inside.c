//@ run: verify %s --ints unbounded --property valid-deref
//@ truth: holds
//@ verdict: true
// Addresses are numbers too where integers are of any size.
extern int __VERIFIER_nondet_int(void);
int cells[16];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 16)
        return 0;
    for (int i = 0; i < n; i++)
        cells[i] = i;
    return 0;
}
