//@ run: verify %s --cpu-time 30
//@ truth: fails
//@ verdict: false(valid-memtrack)
// That a prover knows where the string ends holds no block.
#include <stdlib.h>
static int length_of_a_copy(int at)
{
    char *copy = calloc(100, 1);
    if (copy == NULL)
        return 0;
    copy[at & 63] = 0;
    int n = 0;
    while (n < 60 && copy[n] != 0)
        n++;
    return n;
}
int main(int argc, char **argv)
{
    int n = length_of_a_copy(argc);
    return n > 100; //~ violated valid-memtrack
}
