//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The root is exact where IEEE says so.
#include <assert.h>
#include <math.h>
int main(void)
{
    assert(sqrt(9.0) == 3.0);
    assert(fabs(-2.5) == 2.5 && floor(-2.5) == -3.0);
    return 0;
}
