//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Whether the right side is evaluated depends on a value that was never written, whatever it gives.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x, k = __VERIFIER_nondet_int();
    if (k > 0)
        x = k;
    int both = x > 3 && k > 0; //~ violated initialised
    return both;
}
