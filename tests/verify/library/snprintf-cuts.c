//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What does not fit is cut, and the result tells how long it is.
#include <stdio.h>
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char text[4];
    int n = snprintf(text, sizeof text, "%s", "hello");
    if (n != 5 || strcmp(text, "hel"))
        reach_error();
    return 0;
}
