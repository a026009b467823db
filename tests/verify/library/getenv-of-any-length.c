//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A variable of the environment may be longer than the buffer.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char name[32];
    const char *home = getenv("HOME");
    if (home)
        strcpy(name, home); //~ violated valid-deref
    return 0;
}
