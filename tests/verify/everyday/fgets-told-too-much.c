//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// fgets is told of more bytes than there are.
#include <stdio.h>
int main(void)
{
    char line[16];
    return fgets(line, 32, stdin) != 0; //~ violated valid-deref
}
