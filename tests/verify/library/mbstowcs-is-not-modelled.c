//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: unknown(unsupported)
// Seven characters do not fit; that a function of the library may write too far is no secret.
#include <stdlib.h>

int main(void)
{
    wchar_t wide[2];
    return (int)mbstowcs(wide, "abcdef", 7);
}
