//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The limit, and errno.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    errno = 0;
    if (strtol("99999999999999999999", 0, 10) != LONG_MAX || errno != ERANGE)
        reach_error();
    return 0;
}
