//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A text need not contain another.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char s[3] = {0};
    s[0] = (char)__VERIFIER_nondet_int();
    return strstr(s, "x")[0]; //~ violated valid-deref
}
