//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// strncpy does not end what it cuts, so strlen reads on.
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    char to[4];
    strncpy(to, "hello", sizeof to);
    return strlen(to); //~ violated valid-deref
}
