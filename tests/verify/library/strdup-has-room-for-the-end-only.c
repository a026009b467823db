//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The copy is as long as the string.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = strdup("abc");
    if (copy) {
        copy[4] = 0; //~ violated valid-deref
        free(copy);
    }
    return 0;
}
