//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: fails
//@ verdict: false(valid-deref)
// The block may not be there, and nobody looks.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *p = strdup("ab");
    p[1] = 1; //~ violated valid-deref
    free(p);
    return 0;
}
