//@ run: verify %s --witness %t.yml --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ run: check %t.yml %s
//@ verdict: false(valid-deref)
// What goes wrong inside of a function of the library is told at its call, and looked for there.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[8], other[8];
    int n = __VERIFIER_nondet_int();
    strcpy(other, "short");
    if (n == 41)
        sprintf(text, "%s-%s", "hello", //~ violated valid-deref
                "world!");
    return 0;
}
