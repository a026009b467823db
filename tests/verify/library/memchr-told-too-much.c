//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A byte that is not there is looked for behind the block.
#include <string.h>
int main(void)
{
    char s[2] = {1, 1};
    return memchr(s, 0, 3) != 0; //~ violated valid-deref
}
