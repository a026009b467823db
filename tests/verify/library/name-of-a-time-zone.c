//@ run: verify %s --property unreach-call
//@ verdict: unknown(unsupported)
// Which time zone is set is not modelled.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void)
{
    tzset();
    assert(strcmp(tzname[0], "UTC") == 0);
    return 0;
}
