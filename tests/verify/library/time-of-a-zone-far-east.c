//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Kiribati is fourteen hours ahead.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <time.h>
int main(void)
{
    time_t now = time(0);
    struct tm *parts = localtime(&now);
    if (parts)
        assert(parts->tm_gmtoff <= 43200); //~ violated assertion
    return 0;
}
