//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char key[4];
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    explicit_bzero(key, 9); //~ violated valid-deref
    return 0;
}
