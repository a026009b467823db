//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// There is no second word.
#include <string.h>

int main(void)
{
    char line[] = "one";
    strtok(line, " ");
    char *second = strtok(0, " ");
    return second[0]; //~ violated valid-deref
}
