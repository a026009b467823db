//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
#include <ctype.h>

int main(void)
{
    char c = (char)0xe4;
    return toupper(c) == 'A'; //~ violated undefined
}
