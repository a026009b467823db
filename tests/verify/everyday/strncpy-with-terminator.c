//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The last byte is set by hand.
#include <assert.h>
#include <string.h>
int main(void)
{
    char dst[4];
    strncpy(dst, "abcdef", sizeof dst);
    dst[3] = 0;
    return (int)strlen(dst);
}
