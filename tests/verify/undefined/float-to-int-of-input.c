//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The product leaves `int` for large inputs.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    double d = n * 2.0;
    int i = d; //~ violated conversion
    return i > 0;
}
