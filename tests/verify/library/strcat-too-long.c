//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Both strings do not fit together.
#include <string.h>

int main(void)
{
    char to[8] = "abcd";
    strcat(to, "efgh"); //~ violated valid-deref
    return 0;
}
