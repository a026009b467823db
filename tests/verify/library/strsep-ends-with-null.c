//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// After the last piece there is none.
#include <string.h>
int main(void)
{
    char s[] = "ab", *rest = s;
    strsep(&rest, ",");
    return *rest; //~ violated valid-deref
}
