//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A choice between values binds weaker than comparisons.
#include <assert.h>
//@ requires (x > 0 ? 1 : x <= 0);
void f(int x)
{
    assert(x == 12345); //~ violated assertion
}
