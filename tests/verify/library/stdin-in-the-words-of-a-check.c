//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: `fgets(text, 8, stdin)`: access of 7 bytes at byte 0 of `text` (4 bytes)
// `stdin` is a macro, and what the preprocessor writes around it is not told.
#include <stdio.h>

int main(void)
{
    char text[4];
    fgets(text, 8, stdin); //~ violated valid-deref
    return 0;
}
