//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Case does not matter.
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

extern void reach_error(void);

int main(void)
{
    if (strcasecmp("Hello", "hELLO") != 0 || strncasecmp("abX", "ABy", 2) != 0)
        reach_error();
    return 0;
}
