//@ run: verify %s
//@ truth: fails
//@ verdict: false(valid-deref)
// `-n` has no argument here: the letters lack a colon.
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    char *line[] = { "program", "-n", "5", 0 };
    int n = 0, letter;
    while ((letter = getopt(3, line, "n")) != -1)
        if (letter == 'n')
            n = atoi(optarg); //~ violated valid-deref
    return n == 0;
}
