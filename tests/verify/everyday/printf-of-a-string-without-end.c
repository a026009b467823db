//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// printf reads on behind the array, for want of a terminator.
#include <stdio.h>
int main(void)
{
    char text[3] = { 'a', 'b', 'c' };
    printf("%s\n", text); //~ violated valid-deref
    return 0;
}
