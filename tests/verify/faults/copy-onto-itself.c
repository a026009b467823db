//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[undefined]: overlapping blocks: 12 bytes from byte 0 to byte 4 of `a`: `memcpy(a + 1, a, 12)`
// Both ends are told, and how much.
#include <string.h>
int main(void)
{
    int a[5] = {0};
    memcpy(a + 1, a, 12); //~ violated undefined
    return a[1];
}
