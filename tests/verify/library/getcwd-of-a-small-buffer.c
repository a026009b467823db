//@ run: verify %s
//@ truth: fails
//@ verdict: false(valid-deref)
// The size is that of another array.
#include <unistd.h>
int main(void)
{
    char path[64];
    return getcwd(path, 4096) == 0; //~ violated valid-deref
}
