//@ run: verify %s --property valid-deref --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc
// The line is longer than the buffer.
#include <stdio.h>
int main(void)
{
    char line[8];
    if (fgets(line, 100, stdin)) //~ violated valid-deref
        puts(line);
    return 0;
}
