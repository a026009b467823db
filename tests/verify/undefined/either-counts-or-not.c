//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Both pointers may be to one number, and it is counted down only where the input says so.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[2] = {5, 6}, k = __VERIFIER_nondet_int();
    int *x = &a[0], *y = &a[k == 3];
    *x = k < 4 ? (*y)-- : 1; //~ violated undefined
    return a[0];
}
