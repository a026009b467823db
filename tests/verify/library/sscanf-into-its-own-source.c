//@ run: verify %s
//@ truth: fails
//@ verdict: false(def-behavior)
// What is read and where it is written must not overlap (C17 7.21.6.7p2).
#include <stdio.h>
int main(void)
{
    char text[] = "one two";
    return sscanf(text, "%s", text) == 1 ? 0 : 1; //~ violated undefined
}
