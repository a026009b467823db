//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// How large a file is, whoever made it chooses.
#include <stdio.h>
int main(void)
{
    char text[64];
    FILE *file = fopen("x", "rb");
    if (!file)
        return 0;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        if (size > 0)
            text[size] = 0; //~ violated valid-deref
    }
    fclose(file);
    return 0;
}
