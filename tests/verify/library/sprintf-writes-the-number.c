//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The digits of the number.
#include <stdio.h>
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char text[32];
    int n = sprintf(text, "%d-%s-%02x", 42, "ab", 10);
    if (n != 8 || strcmp(text, "42-ab-0a"))
        reach_error();
    return 0;
}
