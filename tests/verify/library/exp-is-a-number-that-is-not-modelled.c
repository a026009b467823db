//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// A value of `math.h` that is not modelled is not indeterminate: to branch on it is well defined.
#include <math.h>
int main(void)
{
    double s = exp(1.5);
    int k = 0;
    if (s > 100)
        k = 1;
    return k;
}
