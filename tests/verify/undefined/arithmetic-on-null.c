//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Nothing can be added to null.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = 0;
    int i = __VERIFIER_nondet_int();
    p = p + i; //~ violated pointer-arithmetic
    return 0;
}
