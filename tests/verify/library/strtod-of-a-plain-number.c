//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// One correctly rounded division.
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *end;
    if (strtod("1.5e1x", &end) != 15.0 || *end != 'x')
        reach_error();
    return 0;
}
