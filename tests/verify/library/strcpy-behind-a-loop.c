//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The string is too long, behind a loop that no run leaves in time.
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    char to[5];
    strcpy(to, "hello"); //~ violated valid-deref
    return to[0];
}
