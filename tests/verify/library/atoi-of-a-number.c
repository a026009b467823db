//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Digits, a sign and white space before them.
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    if (atoi(" -42x") != -42 || atoi("x") != 0 || atol("7") != 7)
        reach_error();
    return 0;
}
