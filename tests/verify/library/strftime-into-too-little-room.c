//@ run: verify %s --cpu-time 30
//@ truth: fails
//@ verdict: false(def-behavior)
// Ten letters and their end are eleven: nothing is said of what is in the array.
#include <stdio.h>
#include <time.h>
int main(void)
{
    time_t when = 0;
    char text[10];
    struct tm *parts = gmtime(&when);
    if (parts == 0)
        return 1;
    strftime(text, sizeof text, "%Y-%m-%d", parts);
    puts(text); //~ violated initialised
    return 0;
}
