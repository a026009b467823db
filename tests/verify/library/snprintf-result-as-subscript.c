//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The result may be more than what was written.
#include <stdio.h>

int main(void)
{
    char text[4];
    int n = snprintf(text, sizeof text, "%s", "hello");
    text[n] = 0; //~ violated valid-deref
    return 0;
}
