//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The number is any.
#include <stdio.h>

int main(void)
{
    int a[10] = { 0 }, i;
    if (scanf("%d", &i) != 1)
        return 0;
    return a[i]; //~ violated valid-deref
}
