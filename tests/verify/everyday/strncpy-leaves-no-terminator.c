//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// strncpy fills the whole buffer and leaves no terminator for strlen to find.
#include <assert.h>
#include <string.h>
int main(void)
{
    char dst[4];
    strncpy(dst, "abcdef", sizeof dst);
    return (int)strlen(dst); //~ violated valid-deref
}
