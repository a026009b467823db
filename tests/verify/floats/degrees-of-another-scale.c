//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Fahrenheit of a whole number of degrees Celsius: the ends are exact, for every step rounds in order.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int celsius = __VERIFIER_nondet_int();
    if (celsius < -273 || celsius > 1000)
        return 0;
    double fahrenheit = celsius * 9.0 / 5.0 + 32.0;
    assert(fahrenheit >= -459.4 && fahrenheit <= 1832.0);
    return 0;
}
