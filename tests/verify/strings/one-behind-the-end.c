//@ run: verify %s --cpu-time 30
//@ truth: fails
//@ verdict: false(def-behavior)
// A full buffer has no room behind its end.
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strlen(line);
    line[n + 1] = 0; //~ violated bounds
    puts(line);
    return 0;
}
