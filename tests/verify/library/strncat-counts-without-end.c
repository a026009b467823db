//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The count of strncat does not include the end.
#include <string.h>

int main(void)
{
    char to[8] = "abcd";
    strncat(to, "efgh", 4); //~ violated valid-deref
    return 0;
}
