//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The string need not contain the character, and null is written through.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#include <string.h>
int main(void)
{
    char s[4] = { 'a', 'b', 'c', 0 };
    s[1] = (char)__VERIFIER_nondet_uchar();
    char *eq = strchr(s, '=');
    *eq = 0; //~ violated valid-deref
    return 0;
}
