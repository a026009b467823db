//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// There is no room for the end of the string.
#include <string.h>

int main(void)
{
    char to[5];
    strcpy(to, "hello"); //~ violated valid-deref
    return 0;
}
