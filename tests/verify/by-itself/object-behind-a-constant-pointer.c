//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// An object that is reached through a constant pointer has any value.
#include <assert.h>
static int level = 5;
static int *const place = &level;
void set(int value)
{
    level = value;
}
void f(void)
{
    assert(*place == 5); //~ violated assertion
}
