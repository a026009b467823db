//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Any positive length is fine.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = (__VERIFIER_nondet_int() & 7) + 1;
    char a[n];
    a[n - 1] = 1;
    return a[n - 1] != 1;
}
