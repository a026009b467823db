//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The remainder of the least number by -1 overflows.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return x % -1; //~ violated no-overflow
}
