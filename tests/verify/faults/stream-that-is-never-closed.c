//@ run: verify %s --property valid-memtrack
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ shows: what `fopen` opened at line 9 is lost at line 14
// A stream is nothing that the program allocated, and it is lost where its function returns.
#include <stdio.h>
static int count(const char *name)
{
    FILE *file = fopen(name, "r");
    int n = 0;
    if (!file)
        return -1;
    n++;
    return n;
}
int main(void)
{
    return count("a") == 1; //~ violated valid-memtrack
}
