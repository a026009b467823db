//@ run: verify %s --property def-behavior --reproducer %t.c
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: reproducer: confirmed by cc
// The divisor is an input.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 100 / (x & 6); //~ violated division-by-zero
}
