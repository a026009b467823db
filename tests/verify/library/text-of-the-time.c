//@ run: verify %s --cpu-time 60
//@ truth: holds
//@ verdict: true
// The clock shows a year of four digits, so that its time has a text.
#include <stdio.h>
#include <time.h>
int main(void)
{
    time_t now = time(0);
    char *text = ctime(&now);
    return text[24] == '\n' ? 0 : 1;
}
