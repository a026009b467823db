//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: the result of `fopen` = null at
//@ shows: calls fopen("x", "r"), f = null
//@ hides: __VERIFIER_nondet_bool
//@ hides: the standard input
// What the library chose is told by what it gave.
#include <stdio.h>
int main(void)
{
    char line[80];
    FILE *f = fopen("x", "r");
    while (fgets(line, 80, f)) //~ violated valid-deref
        ;
    fclose(f);
    return 0;
}
