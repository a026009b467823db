//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Of any other number it is not negative.
#include <assert.h>
#include <stdlib.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x != INT_MIN)
        assert(abs(x) >= 0);
    return 0;
}
