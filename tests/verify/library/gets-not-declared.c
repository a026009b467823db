//@ run: verify %s --property memsafety --cpu-time 10
//@ truth: fails
//@ verdict: unknown(unsupported)
// Headers no longer declare it, and it is the library's all the same.
#include <stdio.h>
int main(void)
{
    char line[4];
    gets(line);
    return line[0];
}
