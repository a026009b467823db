//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A string from outside may be longer than the buffer.
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char to[16], from[64];
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= sizeof from)
        return 0;
    memset(from, 'a', n);
    from[n] = 0;
    strcpy(to, from); //~ violated valid-deref
    return 0;
}
