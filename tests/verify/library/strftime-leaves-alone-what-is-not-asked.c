//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// The text of a year needs nothing else.
#include <stdio.h>
#include <time.h>
int main(void)
{
    struct tm parts;
    char text[64];
    parts.tm_year = 100;
    strftime(text, sizeof text, "%Y", &parts);
    puts(text);
    return 0;
}
