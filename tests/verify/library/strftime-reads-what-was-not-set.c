//@ run: verify %s --cpu-time 30
//@ truth: fails
//@ verdict: false(def-behavior)
// The text needs the month.
#include <stdio.h>
#include <time.h>
int main(void)
{
    struct tm parts;
    char text[64];
    parts.tm_year = 100;
    strftime(text, sizeof text, "%Y-%m", &parts); //~ violated initialised
    puts(text);
    return 0;
}
