//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// A pointer to a number leads to all bytes of it.
#include <stdlib.h>
//@ requires \valid(p); //~ violated valid-deref
static void set(int *p)
{
}
void f(void)
{
    char *block = malloc(1);
    set((int *)block);
    free(block);
}
