//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// Where `realloc` fails the old block is still there, and is freed.
#include <stdlib.h>
int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    char *larger = realloc(p, 8);
    if (larger)
        p = larger;
    p[3] = 0;
    free(p);
    return 0;
}
