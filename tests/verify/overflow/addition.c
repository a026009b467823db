//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The sum of two large inputs does not fit.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a < 0 || b < 0)
        return 0;
    return a + b > a; //~ violated no-overflow
}
