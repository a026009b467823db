//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The least number has no absolute value.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    return abs(__VERIFIER_nondet_int()) > 3; //~ violated no-overflow
}
