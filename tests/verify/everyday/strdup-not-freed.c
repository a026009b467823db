//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The copy is lost.
#include <string.h>
int main(void)
{
    char *copy = strdup("text");
    if (copy)
        copy[0] = 'T';
    copy = 0;
    return copy != 0; //~ violated valid-memtrack
}
