//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What is no number is neither below 0 nor above 1.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    double level = 0.0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        double x = __VERIFIER_nondet_double();
        if (x < 0.0)
            x = 0.0;
        if (x > 1.0)
            x = 1.0;
        level = x;
    }
    assert(level >= 0.0 && level <= 1.0); //~ violated assertion
    return 0;
}
