//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: write of 5 bytes at byte 0 of `dst` (4 bytes), in the model of `strcpy`
// Inside of the library the object is the user's.
#include <string.h>
int main(void)
{
    char dst[4];
    strcpy(dst, "four"); //~ violated valid-deref
    return dst[0];
}
