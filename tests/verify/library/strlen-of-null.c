//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// There is no string.
#include <string.h>

int main(void)
{
    const char *none = 0;
    return strlen(none); //~ violated valid-deref
}
