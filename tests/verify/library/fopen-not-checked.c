//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A file that cannot be opened has no stream.
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("data", "r");
    int c = fgetc(file); //~ violated valid-deref
    if (file)
        fclose(file);
    return c;
}
