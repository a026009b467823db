//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The handler runs when main returns.
#include <assert.h>
#include <stdlib.h>
static int done;
static void last(void) { assert(!done); } //~ violated assertion
int main(void)
{
    atexit(last);
    done = 1;
    return 0;
}
