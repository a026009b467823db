//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The month of a time is one of twelve.
#include <assert.h>
#include <time.h>
int main(void)
{
    time_t now = time(0);
    struct tm *parts = gmtime(&now);
    if (parts)
        assert(parts->tm_mon >= 0 && parts->tm_mon <= 11);
    return 0;
}
