//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Output may fail, and the result is negative then.
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    if (printf("abc") < 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
