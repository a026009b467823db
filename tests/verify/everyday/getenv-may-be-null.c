//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A variable of the environment need not be there.
#include <stdlib.h>
int main(void)
{
    return getenv("HOME")[0]; //~ violated valid-deref
}
