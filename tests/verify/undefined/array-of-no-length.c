//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The length of an array is more than zero.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int() & 7;
    char a[n]; //~ violated undefined
    return sizeof a == 3;
}
