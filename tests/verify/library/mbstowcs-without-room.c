//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Seven characters do not fit.
#include <stdlib.h>

int main(void)
{
    wchar_t wide[2];
    return (int)mbstowcs(wide, "abcdef", 7); //~ violated valid-deref
}
