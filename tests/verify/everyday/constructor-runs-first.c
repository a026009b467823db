//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A constructor has set the variable before main.
#include <assert.h>
static int ready;
__attribute__((constructor)) static void start(void) { ready = 1; }
int main(void)
{
    assert(ready == 0); //~ violated assertion
    return 0;
}
