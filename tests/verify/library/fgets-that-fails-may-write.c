//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// After an error, what is in the buffer is indeterminate.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[8] = "x";
    if (fgets(line, sizeof line, stdin) == 0)
        assert(line[0] == 'x'); //~ violated assertion
    return 0;
}
