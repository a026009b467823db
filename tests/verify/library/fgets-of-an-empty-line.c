//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The line may begin with a zero byte, and has no last character then.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[16];
    if (fgets(line, sizeof line, stdin))
        line[strlen(line) - 1] = 0; //~ violated valid-deref
    return 0;
}
