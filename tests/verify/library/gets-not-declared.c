//@ run: verify %s --property memsafety --cpu-time 10
//@ truth: fails
//@ verdict: unknown(unsupported)
// Headers no longer declare it, and it is the library's all the same.
#include <stdio.h>
int main(void)
{
    char line[4];
    gets(line); //~ warning[W0260]: `gets` is called and not declared
    return line[0];
}
