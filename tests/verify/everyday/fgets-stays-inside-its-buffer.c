//@ run: verify %s --property memsafety --cpu-time 10
//@ truth: holds
//@ verdict: true
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
