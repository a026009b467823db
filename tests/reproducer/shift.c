//@ run: verify %s --property def-behavior --reproducer %t.c
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: reproducer: confirmed by cc
// The amount is too large.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned amount = __VERIFIER_nondet_int();
    if (amount < 32 || amount > 40)
        return 0;
    return 1u << amount != 0; //~ violated shift
}
