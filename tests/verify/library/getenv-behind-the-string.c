//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A string ends with its zero; nobody says that bytes follow it.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *path = getenv("PATH");
    if (!path)
        return 0;
    char start[4];
    memcpy(start, path, 4); //~ violated valid-deref
    return start[3] == 'x';
}
