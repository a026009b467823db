//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// No negative number may be shifted to the left, even where twice of it fits.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int value = __VERIFIER_nondet_int();
    if (value < -8 || value > 8)
        return 0;
    return value << 1; //~ violated shift
}
