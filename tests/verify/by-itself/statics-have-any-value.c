//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// What a static variable holds when the function is called is not its first value.
#include <assert.h>
static int level = 3;
void f(void)
{
    assert(level == 3); //~ violated assertion
}
