//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// `%n` writes through its argument.
#include <stdio.h>
int main(void)
{
    printf("abc%n", (int *)0); //~ violated valid-deref
    return 0;
}
