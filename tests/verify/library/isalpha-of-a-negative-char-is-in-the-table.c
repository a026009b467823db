//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The table of the GNU C library begins at -128.
#include <ctype.h>

int main(void)
{
    char c = (char)0xe4;
    return (isalpha)(c) != 0 || isalpha(c) != 0;
}
