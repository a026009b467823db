//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The end of the input is -1.
#include <stdio.h>

int main(void)
{
    int counts[256] = { 0 };
    counts[getchar()]++; //~ violated valid-deref
    return 0;
}
