//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// Euclid's algorithm: the greatest common divisor of two numbers is positive and divides both.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define LIMIT 1000

static int absolute(int x)
{
    return x < 0 ? -x : x;
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
    if (a < -LIMIT || a > LIMIT || b < -LIMIT || b > LIMIT)
        return 0;
    if (a == 0 && b == 0)
        return 0;
    int divisor = gcd(a, b);
    assert(divisor > 0);
    assert(a % divisor == 0);
    assert(b % divisor == 0);
    return 0;
}
