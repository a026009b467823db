//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The count is larger than the buffer.
#include <stdio.h>

int main(void)
{
    char line[16];
    if (fgets(line, 32, stdin)) //~ violated valid-deref
        return line[0];
    return 0;
}
