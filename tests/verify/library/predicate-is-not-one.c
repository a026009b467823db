//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// C promises a number that is not zero, not 1.
#include <ctype.h>

extern void reach_error(void);

int main(void)
{
    int (*test)(int) = isalpha;
    if ((isalpha)('a') != 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
