//@ run: verify %s --all --cpu-time 20
//@ truth: fails
//@ verdict: false(def-behavior)
// Every run that comes to the assertion with a wrong value has failed at the decision before it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x, k = __VERIFIER_nondet_int();
    if (k > 3)
        x = k;
    if (x > 1000) //~ violated initialised
        k = 4;
    assert(k > 3);
    return 0;
}
