//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Nothing was begun that could go on.
#include <string.h>
int main(void)
{
    char *rest = 0;
    return strtok_r(0, ",", &rest)[0]; //~ violated valid-deref
}
