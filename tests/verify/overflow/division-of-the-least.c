//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The least value divided by minus one is the only quotient that does not fit.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (y == 0 || x != -2147483647 - 1)
        return 0;
    return x / y; //~ violated no-overflow
}
