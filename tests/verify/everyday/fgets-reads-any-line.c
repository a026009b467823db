//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A line can begin with any character.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[16];
    if (fgets(line, sizeof line, stdin))
        assert(line[0] != 'q'); //~ violated assertion
    return 0;
}
