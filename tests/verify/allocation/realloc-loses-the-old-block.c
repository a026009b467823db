//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ shows: whether `realloc` fails = true
//@ shows: `realloc(p, 8)` fails
// Where `realloc` fails the old block is still there, and its only pointer is gone.
#include <stdlib.h>
int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    p = realloc(p, 8);
    free(p);
    return 0; //~ violated valid-memtrack
}
