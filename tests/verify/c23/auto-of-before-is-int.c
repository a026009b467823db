//@ run: verify %s
//@ truth: fails
//@ verdict: false(unreach-call)
// Before C23, `auto` without a type is an `int`.
#include <assert.h>
int main(void)
{
    auto half = 0.5;
    assert(half + half == 1.0); //~ violated assertion
    return 0;
}
