//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Zero has no highest bit.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    return __builtin_clz(x); //~ violated undefined
}
