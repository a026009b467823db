//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Quotient and remainder.
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    div_t d = div(-7, 2);
    if (d.quot != -3 || d.rem != -1)
        reach_error();
    return 0;
}
