//@ run: verify %s
//@ truth: holds
//@ verdict: true
// A square that can be represented is no matter of rounding.
#include <assert.h>
#include <math.h>
int main(void)
{
    assert(pow(12.5, 2) == 156.25);
    assert(pow(-3, 2) == 9);
    return 0;
}
