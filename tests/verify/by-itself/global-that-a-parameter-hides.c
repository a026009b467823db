//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The global of the same name has any value, too.
#include <assert.h>
static int level = 3;
static int get(void)
{
    return level;
}
void f(int level)
{
    assert(get() == 3); //~ violated assertion
    (void)level;
}
