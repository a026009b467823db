//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *path = getenv("PATH");
    if (!path)
        return 0;
    size_t n = strlen(path);
    return path[n - 1] == '/'; //~ violated valid-deref
}
