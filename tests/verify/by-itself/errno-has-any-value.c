//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Nobody has set the number of the last error to zero.
#include <assert.h>
#include <errno.h>
void f(void)
{
    assert(errno == 0); //~ violated assertion
}
