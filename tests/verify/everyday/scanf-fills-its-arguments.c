//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Any number can be typed.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x = 0;
    if (scanf("%d", &x) == 1)
        assert(x != 4711); //~ violated assertion
    return 0;
}
