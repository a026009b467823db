//@ run: verify %s
//@ truth: fails
//@ verdict: false(valid-memtrack)
// A block that is lost is undefined behaviour of no kind, but a fault all the same.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    p = 0;
    return 0; //~ violated valid-memtrack
}
