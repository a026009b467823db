//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-free)
//@ shows: attempting double-free
// In a loop that goes round twice.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    char *p = malloc(8);
    for (int i = 0; i < 2; i++)
        if (i == 0 || x == 4)
            free(p); //~ violated valid-free
    return 0;
}
