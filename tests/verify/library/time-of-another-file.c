//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The object that gmtime gives is written by the next call of it, wherever that is.
#include <time.h>

extern void elsewhere(void);
extern void reach_error(void);

int main(void)
{
    time_t now = 0;
    struct tm *parts = gmtime(&now);
    if (!parts)
        return 0;
    parts->tm_year = 5;
    elsewhere();
    if (parts->tm_year != 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
