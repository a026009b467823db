//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// snprintf writes at most as many bytes as it is told.
#include <stdio.h>
int main(void)
{
    char text[8];
    snprintf(text, sizeof text, "%s-%d", "hello", 12345);
    return text[0];
}
