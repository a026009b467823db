//@ run: verify %s --all
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The lost block is missed at the loop and at the end; it is one fault.
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    p = 0;
    for (int i = 0; i < 3; i++) //~ violated valid-memtrack
        ;
    return 0;
}
