//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A word of any length.
#include <stdio.h>

int main(void)
{
    char word[16];
    if (scanf("%s", word) == 1) //~ violated valid-deref
        return word[0];
    return 0;
}
