//@ run: verify %s --property unreach-call --cpu-time 30
//@ truth: holds
//@ verdict: unknown(unsupported)
// What a zone with summer time makes of a time is not modelled.
#include <assert.h>
#include <time.h>
int main(void)
{
    struct tm first = { .tm_year = 100, .tm_mon = 12, .tm_mday = 1 };
    mktime(&first);
    assert(first.tm_year == 101 && first.tm_mon == 0);
    return 0;
}
