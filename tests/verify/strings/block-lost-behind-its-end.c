//@ run: verify %s --cpu-time 30
//@ truth: fails
//@ verdict: false(valid-memtrack)
// That the prover knows where the string ends holds no block.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    char *copy = malloc(100);
    if (copy == NULL)
        return 1;
    copy[argc & 63] = 0;
    int n = 0;
    while (copy[n & 63] != 0 && n < 60)
        n++;
    copy = NULL; //~ violated valid-memtrack
    printf("%d\n", n);
    return 0;
}
