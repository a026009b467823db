//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// What is shifted to the left is never negative, and its double fits.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int value = 0;
    for (int i = 0; i < n; i++)
        value = (value + 1) & 0xff;
    return value << 1;
}
