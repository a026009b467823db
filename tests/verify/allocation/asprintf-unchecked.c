//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: fails
//@ verdict: false(valid-deref)
// The block may not be there, and nobody looks.
#include <stdlib.h>
extern int asprintf(char **, const char *, ...);
int main(void)
{
    char *text = 0;
    char *p = asprintf(&text, "%s", "ab") < 0 ? 0 : text;
    p[1] = 1; //~ violated valid-deref
    free(p);
    return 0;
}
