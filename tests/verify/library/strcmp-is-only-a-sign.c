//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// C promises a negative number, not -1.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    if (strcmp("a", "b") != -1)
        reach_error(); //~ violated unreach-call
    return 0;
}
