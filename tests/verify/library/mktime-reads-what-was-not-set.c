//@ run: verify %s --cpu-time 30
//@ truth: fails
//@ verdict: false(def-behavior)
// Seconds, minutes and hours belong to a time.
#include <time.h>
int main(void)
{
    struct tm parts;
    parts.tm_year = 100;
    parts.tm_mon = 1;
    parts.tm_mday = 1;
    parts.tm_isdst = 0;
    return mktime(&parts) == -1; //~ violated initialised
}
