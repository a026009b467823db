//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The result is null where the character does not occur.
#include <string.h>

int main(void)
{
    char path[] = "ab";
    *strchr(path, '/') = 0; //~ violated valid-deref
    return 0;
}
