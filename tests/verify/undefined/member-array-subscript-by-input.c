//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Any index from 0 to 3 is fine, 4 is not.
extern int __VERIFIER_nondet_int(void);

struct s { char a[4]; int tail; };

int main(void)
{
    struct s s = { { 0 }, 0 };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    return s.a[i]; //~ violated bounds
}
