//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A time that does not exist is left as it was.
#include <assert.h>
#include <limits.h>
#include <time.h>
int main(void)
{
    struct tm when = { .tm_mday = 40, .tm_mon = 11, .tm_year = INT_MAX };
    mktime(&when);
    assert(when.tm_mday <= 31); //~ violated assertion
    return 0;
}
