//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The flag can be set at any time.
#include <assert.h>
static volatile int ready;
int main(void)
{
    if (ready)
        assert(0); //~ violated assertion
    return 0;
}
