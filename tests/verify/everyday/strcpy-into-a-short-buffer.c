//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Nine bytes are copied into eight.
#include <assert.h>
#include <string.h>
int main(void)
{
    char dst[8];
    strcpy(dst, "linchpin"); //~ violated valid-deref
    return dst[0];
}
