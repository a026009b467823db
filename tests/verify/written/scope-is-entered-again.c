//@ run: verify %s --property def-behavior
//@ run: verify %s --property def-behavior --engine bounded
//@ truth: fails
//@ verdict: false(def-behavior)
// Written in the first round only: in the second it is another object.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int a[3];
        if (i == 0)
            a[1] = 5;
        if (a[1] > 2) //~ violated initialised
            n--;
    }
    return 0;
}
