//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// With `k` zero, the element is read that is counted up in the same expression.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0, 0, 1, 2};
    int k = __VERIFIER_nondet_int() & 3;
    int x = a[a[k]++]; //~ violated undefined
    return x;
}
