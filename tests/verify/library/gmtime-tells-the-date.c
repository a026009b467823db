//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// The parts of a known moment are known, and so is their text.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(void)
{
    time_t when = 951782400; // 29 February 2000
    char text[16];
    struct tm *parts = gmtime(&when);
    if (parts == 0)
        return 1;
    assert(parts->tm_year == 100 && parts->tm_mon == 1 && parts->tm_mday == 29);
    assert(parts->tm_wday == 2 && parts->tm_yday == 59);
    assert(timegm(parts) == when);
    strftime(text, sizeof text, "%d %b %y", parts);
    assert(strcmp(text, "29 Feb 00") == 0);
    puts(text);
    return 0;
}
