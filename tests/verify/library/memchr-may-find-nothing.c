//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A block need not contain a byte.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char s[2];
    s[0] = s[1] = (char)__VERIFIER_nondet_int();
    return *(char *)memchr(s, 'x', 2); //~ violated valid-deref
}
