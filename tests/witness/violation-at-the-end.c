//@ run: verify %s --witness %t.yml --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ run: check %t.yml %s
//@ verdict: false(valid-memtrack)
// Whether blocks are left is asked behind `main`, and told where it returns.
#include <stdlib.h>
int main(int argc, char **argv)
{
    char *block = malloc(10);
    if (block && argc > 3)
        return 1; //~ violated valid-memtrack
    free(block);
    return 0;
}
