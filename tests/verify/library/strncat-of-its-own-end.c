//@ run: verify %s
//@ truth: fails
//@ verdict: false(def-behavior)
// The end of what is appended is read, and it is the first byte that is written.
#include <string.h>

int main(void)
{
    char text[32] = "abcdefgh";
    strncat(text, text + 2, 12); //~ violated undefined
    return 0;
}
