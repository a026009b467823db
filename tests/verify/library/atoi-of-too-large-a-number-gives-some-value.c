//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Where nobody asks about undefined behaviour, it is any number.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(atoi("99999999999") == 2147483647); //~ violated assertion
    return 0;
}
