//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// In the locale "C" they are themselves.
#include <stdlib.h>
#include <wchar.h>
extern void reach_error(void);
int main(void)
{
    wchar_t wide[8];
    char narrow[8];
    if (mbstowcs(wide, "abc", 8) != 3 || wide[2] != L'c' || wide[3] != 0)
        reach_error();
    if (wcstombs(narrow, wide, 8) != 3 || narrow[1] != 'b' || narrow[3] != 0)
        reach_error();
    if (mbstowcs(0, "abcd", 0) != 4 || wcstol(L" -12x", 0, 10) != -12)
        reach_error();
    return 0;
}
