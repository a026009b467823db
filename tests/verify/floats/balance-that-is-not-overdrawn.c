//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is taken is not more than what is there: the difference is not negative, whatever is rounded.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double balance = 100.0;
    for (;;) {
        double amount = __VERIFIER_nondet_double();
        if (!(amount >= 0.0 && amount <= 50.0))
            break;
        if (balance >= amount)
            balance -= amount;
        else
            balance += 10.0;
        assert(balance >= 0.0);
    }
    return 0;
}
