//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(no-overflow)
// Any numbers are admitted, and the smallest one has no positive counterpart.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int absolute(int x)
{
    return x < 0 ? -x : x; //~ violated no-overflow
}

static int gcd(int a, int b)
{
    a = absolute(a);
    b = absolute(b);
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a == 0 && b == 0)
        return 0;
    int divisor = gcd(a, b);
    assert(divisor > 0);
    assert(a % divisor == 0);
    assert(b % divisor == 0);
    return 0;
}
