//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The elements of a `const` array are `const`.
extern int __VERIFIER_nondet_int(void);

static const int table[4] = { 1, 2, 3, 4 };

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int *p = (int *)table;
    if (i >= 0 && i < 4)
        p[i] = 0; //~ violated read-only
    return 0;
}
