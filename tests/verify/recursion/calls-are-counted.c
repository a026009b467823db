//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: holds
//@ verdict: true
// A function that returns nothing leaves a global by one larger for each call.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned calls;
static void count(unsigned n)
{
    calls++;
    if (n > 0)
        count(n - 1);
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    count(n);
    assert(calls == n + 1);
    return 0;
}
