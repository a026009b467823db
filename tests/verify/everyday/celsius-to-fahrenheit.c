//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is computed of constants is computed, behind a loop too.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static double fahrenheit(double celsius)
{
    return celsius * 9.0 / 5.0 + 32.0;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= i;
    assert(fahrenheit(100.0) == 212.0);
    assert(fahrenheit(-40.0) == -40.0);
    assert((int)fahrenheit(37.0f) == 98);
    return 0;
}
