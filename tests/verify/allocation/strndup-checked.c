//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The block may not be there, and is used only where it is.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *p = strndup("abc", 2);
    if (p)
        p[1] = 1;
    free(p);
    return 0;
}
