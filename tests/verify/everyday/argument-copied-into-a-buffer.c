//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// An argument can be longer than any buffer.
#include <string.h>
int main(int argc, char **argv)
{
    char name[32];
    if (argc > 1)
        strcpy(name, argv[1]); //~ violated valid-deref
    return 0;
}
