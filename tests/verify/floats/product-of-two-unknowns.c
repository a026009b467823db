//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Neither factor is a constant: a share of a price is not more than the price can be.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double price = __VERIFIER_nondet_double(), share = __VERIFIER_nondet_double();
    if (!(price >= 0.0 && price <= 1000.0) || !(share >= 0.0 && share <= 1.0))
        return 0;
    double part = price * share;
    assert(part >= 0.0 && part <= 1000.0);
    return 0;
}
