//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Some versions of the library take it in the locale "C", others do not.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    wchar_t wide[3];
    if (mbstowcs(wide, "\xe9", 3) == (size_t)-1)
        reach_error();
    return 0;
}
