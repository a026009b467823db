//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// An object that is entered once is gone when its scope is left, wherever it lies.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *kept = 0, sum = 0;
    while (__VERIFIER_nondet_int())
        sum ^= 1;
    {
        int inner = 3;
        kept = &inner;
    }
    while (__VERIFIER_nondet_int())
        sum ^= *kept; //~ violated valid-deref
    return sum;
}
