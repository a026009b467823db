//@ run: verify %s --property memsafety --time 3
//@ truth: holds
//@ verdict: unknown(timeout)
// fgets writes at most as many bytes as it is told.
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[16];
    if (fgets(line, sizeof line, stdin))
        return (int)strlen(line);
    return 0;
}
