//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// Characters are changed on the way to the end, and the end stays.
#include <ctype.h>
#include <stdio.h>
int main(void)
{
    char line[64];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    for (int i = 0; line[i] != '\0'; i++)
        line[i] = (char)toupper((unsigned char)line[i]);
    fputs(line, stdout);
    return 0;
}
