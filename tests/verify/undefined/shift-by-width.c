//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A shift by the width of the type has no result.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned amount = __VERIFIER_nondet_uint();
    if (amount > 32)
        return 0;
    return 1u << amount == 0; //~ violated shift
}
