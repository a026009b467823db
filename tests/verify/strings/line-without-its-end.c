//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// A line from the input ends somewhere in its buffer, and was written up to there.
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[128];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n')
        line[n - 1] = 0;
    puts(line);
    return 0;
}
