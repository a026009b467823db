//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The macro reads a table at a subscript that is no character.
#include <ctype.h>

int main(void)
{
    return isalpha(100000); //~ violated valid-deref
}
